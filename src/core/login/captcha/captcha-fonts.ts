import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** Font files come from packages, because a server may have no fonts installed. */
const FONT_FILES = {
  'castellan-captcha-arvo': '@fontsource/arvo/files/arvo-latin-700-normal.woff2',
  'castellan-captcha-courier-prime': '@fontsource/courier-prime/files/courier-prime-latin-700-normal.woff2',
  'castellan-captcha-crete-round': '@fontsource/crete-round/files/crete-round-latin-400-normal.woff2',
  'castellan-captcha-dejavu-sans': '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2',
  'castellan-captcha-fredoka': '@fontsource/fredoka/files/fredoka-latin-600-normal.woff2',
  'castellan-captcha-overlock': '@fontsource/overlock/files/overlock-latin-900-normal.woff2',
}

/** Names of the font families in which captchas are drawn. */
export const CAPTCHA_FONTS: readonly string[] = Object.keys(FONT_FILES)

const { resolve } = createRequire(import.meta.url)
for (const [family, file] of Object.entries(FONT_FILES)) {
  if (!GlobalFonts.registerFromPath(resolve(file), family)) throw new Error(`Cannot load the font ${file}.`)
}
