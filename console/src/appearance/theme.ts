import { type ThemeConfig, theme } from 'antd'

/** Darker than Ant Design's blue and grey, for sufficient contrast of small text. */
const light = {
  colorPrimary: '#1d4ed8',
  colorInfo: '#1d4ed8',
  colorLink: '#1d4ed8',
  colorSuccess: '#166534',
  colorError: '#b91c1c',
  colorWarning: '#92400e',
  colorTextPlaceholder: '#667085',
  colorTextDescription: '#536070',
  colorTextTertiary: '#536070',
  colorTextQuaternary: '#667085',
  colorBgLayout: '#f4f6fa',
  colorPrimaryBg: '#e8efff',
  colorInfoBg: '#e8efff',
  colorSuccessBg: '#e3f5e9',
  colorErrorBg: '#fdeaea',
  colorWarningBg: '#fdf1df',
}

const dark = {
  colorPrimary: '#7ea2ff',
  colorInfo: '#7ea2ff',
  colorLink: '#8fb0ff',
  colorSuccess: '#4ade80',
  colorError: '#f87171',
  colorWarning: '#fbbf24',
  colorTextPlaceholder: '#8b95a5',
  colorTextDescription: '#a3adbb',
  colorTextTertiary: '#a3adbb',
  colorTextQuaternary: '#8b95a5',
  colorBgLayout: '#0c1017',
  colorBgContainer: '#151b25',
  colorBgElevated: '#1c2430',
  colorBorder: '#3a4658',
  colorBorderSecondary: '#252e3b',
  colorPrimaryBg: '#1b2a4a',
}

interface ThemeChoice {
  readonly isDark: boolean
  readonly isCompact: boolean
  readonly hasReducedMotion: boolean
}

export function themeFor({ isDark, isCompact, hasReducedMotion }: ThemeChoice): ThemeConfig {
  const colours = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    algorithm: isCompact ? [colours, theme.compactAlgorithm] : colours,
    token: {
      ...(isDark ? dark : light),
      borderRadius: 8,
      motion: !hasReducedMotion,
      fontFamily:
        "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    },
    components: {
      Table: { headerBg: 'transparent' },
      Layout: { headerPadding: '0 16px' },
      ...(isDark ? { Button: { primaryColor: '#0b0f16' }, Segmented: {} } : {}),
    },
  }
}
