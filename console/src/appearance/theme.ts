import { type ThemeConfig, theme } from 'antd'
import { DARK, FONT, LIGHT } from './colours.ts'

/** Darker than Ant Design's blue and grey, for sufficient contrast of small text. */
const light = {
  colorPrimary: LIGHT['--primary'],
  colorInfo: LIGHT['--primary'],
  colorLink: LIGHT['--link'],
  colorSuccess: LIGHT['--good'],
  colorError: LIGHT['--bad'],
  colorWarning: LIGHT['--warn'],
  colorTextPlaceholder: '#667085',
  colorTextDescription: LIGHT['--muted'],
  colorTextTertiary: LIGHT['--muted'],
  colorTextQuaternary: '#667085',
  colorBgLayout: LIGHT['--layout'],
  colorPrimaryBg: LIGHT['--primary-soft'],
  colorInfoBg: LIGHT['--primary-soft'],
  colorSuccessBg: LIGHT['--good-soft'],
  colorErrorBg: LIGHT['--bad-soft'],
  colorWarningBg: LIGHT['--warn-soft'],
}

/** Ant Design darkens the colours that are not from the palette. The result is in the palette. */
const dark = {
  colorPrimary: '#7ea2ff',
  colorInfo: '#7ea2ff',
  colorLink: '#8fb0ff',
  colorSuccess: '#4ade80',
  colorError: '#f87171',
  colorWarning: '#fbbf24',
  colorTextPlaceholder: '#8b95a5',
  colorTextDescription: DARK['--muted'],
  colorTextTertiary: DARK['--muted'],
  colorTextQuaternary: '#8b95a5',
  colorBgLayout: DARK['--layout'],
  colorBgContainer: DARK['--surface'],
  colorBgElevated: '#1c2430',
  colorBorder: '#3a4658',
  colorBorderSecondary: DARK['--border'],
  colorPrimaryBg: DARK['--primary-soft'],
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
      fontFamily: FONT,
    },
    components: {
      Table: { headerBg: 'transparent' },
      Layout: { headerPadding: '0 16px' },
      ...(isDark ? { Button: { primaryColor: DARK['--on-primary'] }, Segmented: {} } : {}),
    },
  }
}
