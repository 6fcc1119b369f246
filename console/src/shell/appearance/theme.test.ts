import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
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

const MIN_CONTRAST = 4.5
const LINKS = ['colorLink', 'colorLinkHover', 'colorLinkActive'] as const
const TEXTS = ['colorText', 'colorPrimary', 'colorTextDescription', 'colorTextTertiary', ...LINKS] as const
const ERRORS = ['colorError', 'colorErrorHover', 'colorErrorActive'] as const

describe.each([
  ['light', false],
  ['dark', true],
] as const)('in the %s theme', (_name, isDark) => {
  const config = themeFor({ isDark, isCompact: false, hasReducedMotion: false })
  const token = theme.getDesignToken(config)
  const button = config.components?.Button

  /** The backgrounds of texts: surfaces, and on each the colours of a row or an option that is hovered or selected. */
  const backgrounds = [token.colorBgLayout, token.colorBgContainer, token.colorBgElevated].flatMap(
    (surface) =>
      [surface, token.controlItemBgHover, token.controlItemBgActive, token.controlItemBgActiveHover].map(
        (colour) => [colour, surface] as const,
      ),
  )

  test.each(TEXTS)('%s is readable on every surface, also hovered and selected', (name) => {
    for (const [background, surface] of backgrounds) {
      expect(contrast(token[name], background, surface), background).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }
  })

  test.each(ERRORS)('%s is readable on surfaces and on its own background', (name) => {
    for (const background of [token.colorBgContainer, token.colorBgElevated, token.colorErrorBg]) {
      expect(contrast(token[name], background), background).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }
  })

  test.each(['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive'] as const)(
    'the text of a primary button is readable on %s',
    (name) => {
      const text = button?.primaryColor ?? token.colorTextLightSolid
      expect(contrast(text, token[name])).toBeGreaterThanOrEqual(MIN_CONTRAST)
    },
  )

  test.each(ERRORS)('the text of a danger button is readable on %s', (name) => {
    const text = button?.dangerColor ?? token.colorTextLightSolid
    expect(contrast(text, token[name])).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })
})

/** Returns the contrast by WCAG of a colour on a background, which may be translucent over a surface. */
function contrast(colour: string, background: string, surface = background): number {
  const below = over(background, parts(surface))
  const [one, other] = [over(colour, below), below].map(luminance) as [number, number]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function over(colour: string, below: readonly number[]): number[] {
  const [red, green, blue, opacity] = parts(colour) as [number, number, number, number]
  return [red, green, blue].map((part, i) => part * opacity + (below[i] ?? 0) * (1 - opacity))
}

/** Returns red, green, blue and the opacity of `#rrggbb`, `#rgb`, `rgb(…)` or `rgba(…)`. */
function parts(colour: string): number[] {
  if (!colour.startsWith('#')) return [...(colour.match(/[\d.]+/g) ?? []).map(Number), 1].slice(0, 4)
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1)
  return [...[0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)), 1]
}

function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
