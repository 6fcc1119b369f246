import { type ThemeConfig, theme } from 'antd'
import { DARK, FONT, LIGHT } from './colours.ts'

/** Darker than Ant Design's blue and grey, for sufficient contrast of small text. */
const light = {
  colorPrimary: LIGHT['--primary'],
  colorInfo: LIGHT['--primary'],
  colorLink: LIGHT['--link'],
  colorPrimaryHover: '#1e40af',
  colorLinkHover: '#1e40af',
  colorErrorHover: '#991b1b',
  controlItemBgActiveHover: '#dbe6ff',
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
  colorPrimary: '#9dbaff',
  colorInfo: '#9dbaff',
  colorLink: '#9dbaff',
  colorPrimaryHover: '#97b1e8',
  colorPrimaryActive: '#a9bfef',
  colorLinkHover: '#a9bfef',
  colorLinkActive: '#a9bfef',
  colorErrorActive: '#f0aeac',
  controlItemBgActiveHover: '#1f3054',
  colorSuccess: '#4ade80',
  colorError: '#ff9191',
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
      // With the radius of the other controls, the small checkbox of the compact density would look like a radio button.
      Checkbox: { borderRadiusSM: 3, ...(isDark ? { colorWhite: DARK['--on-primary'] } : {}) },
      Table: { headerBg: 'transparent' },
      Layout: { headerPadding: '0 16px' },
      ...(isDark
        ? { Button: { primaryColor: DARK['--on-primary'], dangerColor: DARK['--on-primary'] } }
        : {}),
    },
  }
}
