export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
const FONTS = {
  '--font': FONT,
  '--mono': "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
}

/**
 * The colours of the console's own style sheets, as CSS variables. The Ant Design theme in
 * `theme.ts` uses the same ones, but the login page is shown before Ant Design is loaded.
 */
export const LIGHT = {
  ...FONTS,
  '--primary': '#1d4ed8',
  '--on-primary': '#ffffff',
  '--primary-soft': '#e8efff',
  '--text': 'rgba(0, 0, 0, 0.88)',
  '--muted': '#536070',
  '--border': '#f0f0f0',
  '--surface': '#ffffff',
  '--layout': '#f4f6fa',
  '--hover': 'rgba(0, 0, 0, 0.04)',
  '--link': '#1d4ed8',
  '--good': '#166534',
  '--good-soft': '#e3f5e9',
  '--bad': '#b91c1c',
  '--bad-soft': '#fdeaea',
  '--warn': '#92400e',
  '--warn-soft': '#fdf1df',
}

export const DARK: typeof LIGHT = {
  ...FONTS,
  '--primary': '#88a1dc',
  '--on-primary': '#0b0f16',
  '--primary-soft': '#1b2a4a',
  '--text': 'rgba(255, 255, 255, 0.85)',
  '--muted': '#a3adbb',
  '--border': '#252e3b',
  '--surface': '#151b25',
  '--layout': '#0c1017',
  '--hover': 'rgba(255, 255, 255, 0.08)',
  '--link': '#88a1dc',
  '--good': '#42c070',
  '--good-soft': '#16271d',
  '--bad': '#dc7e7e',
  '--bad-soft': '#2c1e1f',
  '--warn': '#d8a522',
  '--warn-soft': '#2b2212',
}

/** Sets the colours of the page. */
export function applyColours(isDark: boolean): void {
  const { style } = document.documentElement
  style.colorScheme = isDark ? 'dark' : 'light'
  for (const [name, value] of Object.entries(isDark ? DARK : LIGHT)) style.setProperty(name, value)
}
