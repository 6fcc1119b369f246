import { theme } from 'antd'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './colours.ts'
import { themeFor } from './theme.ts'

test.each([
  ['light', LIGHT, false],
  ['dark', DARK, true],
] as const)('the %s palette contains the colours that Ant Design shows', (_name, palette, isDark) => {
  const token = theme.getDesignToken(themeFor({ isDark, isCompact: false, hasReducedMotion: false }))
  expect(palette).toMatchObject({
    '--font': token.fontFamily,
    '--primary': token.colorPrimary,
    '--primary-soft': token.colorPrimaryBg,
    '--text': token.colorText.replaceAll(/, ?/g, ', '),
    '--muted': token.colorTextDescription,
    '--border': token.colorBorderSecondary,
    '--surface': token.colorBgContainer,
    '--layout': token.colorBgLayout,
    '--link': token.colorLink,
    '--good': token.colorSuccess,
    '--good-soft': token.colorSuccessBg,
    '--bad': token.colorError,
    '--bad-soft': token.colorErrorBg,
    '--warn': token.colorWarning,
    '--warn-soft': token.colorWarningBg,
  })
})
