/**
 * Why a mutant survives that no test can tell from the original, or that is not worth telling from it: by the end of its
 * file's name, a piece of the code on its lines, and, where those are not enough, a piece of what it became.
 */
export const REASONS = [
  {
    file: 'http/guards.ts',
    code: "request.raw.url ?? ''",
    reason: 'Node gives every request that a server receives a path; the type alone allows none',
  },
  {
    file: 'http/guards.ts',
    code: 'guards[passed++]?.call',
    reason: 'the line before ends where there is no further guard; the type alone asks for the question mark',
  },
  {
    file: 'login/login-throttle.ts',
    code: "settle(...subjects, 'unknown')",
    reason: 'whatever is not `succeeded` is treated as unknown',
  },
  {
    file: 'login/hash-kind.ts',
    code: '?.groups?.cost',
    reason: 'a match of an expression with names has groups; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'page.at(-1)?.id',
    reason: 'the loop is entered with a page that holds somebody; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'looks++',
    reason: 'counted down, the looks come to a round after as many',
  },
  {
    file: 'login/password-hash.ts',
    code: 'const own = hash === undefined',
    became: 'false',
    reason: 'then no hash is a kind of its own, which matches nothing and costs nothing',
  },
  {
    file: 'login/password-hash.ts',
    code: "isExact ? password : ''",
    reason: 'verified for the time that it takes alone: what comes of it is not looked at',
  },
  {
    file: 'captcha/captcha-image-painter.ts',
    code: "extension === '.ts'",
    reason: 'these tests run from source; `test/e2e` runs what is built',
  },
  {
    file: 'captcha/captcha-image-painter.ts',
    code: 'child.channel?.',
    reason: 'a process that is started with a channel has one; the type alone asks for the question mark',
  },
  {
    file: 'captcha/captcha-painter-lettering.ts',
    code: 'GlobalFonts.registerFromPath',
    reason: 'the font is there: it comes with a package',
  },
  {
    file: 'captcha/captcha-painter-lettering.ts',
    code: 'let left = between',
    became: 'total / squeeze',
    reason: 'squeezed, the text begins at the margin either way; else the factor is 1',
  },
  {
    file: 'captcha/captcha-image-process.ts',
    code: 'process.send?.',
    reason: 'a process that is sent texts can send; the type alone asks for the question mark',
  },
  {
    file: 'captcha/captcha-painter-colour.ts',
    code: 'left < width + height',
    reason: 'one strip more, where it begins exactly beyond the picture',
  },
  {
    file: 'captcha/captcha-painter-png.ts',
    code: 'level: LEVEL',
    reason: 'only how long the picture takes, and how many bytes',
  },
  {
    file: 'captcha/captcha-painter-warp.ts',
    code: 'x < width',
    reason: 'the pixel beyond a line is the first of the next, which is painted over',
  },
  {
    file: 'captcha/captcha-painter-warp.ts',
    code: 'y < height',
    reason: 'a line beyond the picture is kept nowhere',
  },
  {
    file: 'captcha/captcha-painter-warp.ts',
    code: 'if (left < 0',
    reason: 'only how the outermost line of pixels looks, where no text comes',
  },
  {
    file: 'captcha/captcha-painter-warp.ts',
    code: 'if (upperLeft === upperRight',
    reason: 'a short cut: the calculation after it comes to the same',
  },
]
