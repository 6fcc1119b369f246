/** Sequences that path normalization may turn into `/` or remove. */
const SEPARATORS = [
  '//',
  '///',
  '/./',
  '/././',
  '/x/../',
  '/%2e/',
  '/%2E/',
  '/%252e/',
  '/x/%2e%2e/',
  '/x/%2e./',
  '/x/..;/',
  '/x/..%3b/',
  '/;/',
  '/;a=b/',
  '/.;/',
  '%2f',
  '%2F',
  '%252f',
  '%5c',
  '%255c',
  '\\',
  '/\\',
  '\\/',
  '%c0%af',
  '%ef%bc%8f',
  '/%20/',
  '/%09/',
  '/%00/',
  '/%0d%0a/',
  '%2f%2f',
  '/~/',
  '/*/',
]

/** Suffixes that other software may strip from a path. */
const ENDS = [
  '/',
  '//',
  '/.',
  '/./',
  '/..;/',
  '/..',
  '..;/',
  '.',
  '..',
  ';',
  ';x',
  ';/',
  ';index.html',
  '%3b',
  '%20',
  '%09',
  '%00',
  '%00.html',
  '%0a',
  '%0d',
  '%23',
  '%3f',
  '%3fx',
  '%26',
  '%2f',
  '%5c',
  '\\',
  '.json',
  '.html',
  '.css',
  '.php',
  '.do',
  '*',
  '/*',
  '~',
  '/~',
  '?',
  '??',
  '?x=1',
  '?/../open',
  '#',
  '#/open',
  '/#',
  '%u002f',
  '\u00a0',
  '\t',
  ':80',
  '@open',
  '!',
  ',',
  '&',
  '=',
]

const BEGINNINGS = [
  '/',
  '/.',
  '/..',
  '/x/..',
  '/%2e',
  '/;',
  '\\',
  '/%5c',
  '/%2f',
  'x',
  '/http://open',
  '/\\open',
]

/** Returns other spellings of a path that a lenient parser treats as the same path. */
export function spellingsOf(path: string): string[] {
  const spellings = new Set<string>()
  for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1)) {
    for (const separator of SEPARATORS) spellings.add(path.slice(0, at) + separator + path.slice(at + 1))
  }
  for (const end of ENDS) spellings.add(path + end)
  for (const beginning of BEGINNINGS) spellings.add(beginning + path)
  for (const [at, character] of [...path].entries()) {
    const hex = character.charCodeAt(0).toString(16)
    const encodings = [
      `%${hex}`,
      `%${hex.toUpperCase()}`,
      `%25${hex}`,
      `%u00${hex}`,
      `%c1%${hex}`,
      character.toUpperCase(),
    ]
    for (const encoding of encodings) spellings.add(path.slice(0, at) + encoding + path.slice(at + 1))
  }
  spellings.add([...path].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''))
  spellings.add(path.toUpperCase())
  spellings.delete(path)
  return [...spellings]
}

/** Returns path traversals from an open folder into a protected path. */
export function escapesFrom(open: string, into: string): string[] {
  const dots = [
    '..',
    '%2e%2e',
    '%2E%2E',
    '.%2e',
    '%2e.',
    '..;',
    '..%3b',
    '..%00',
    '%252e%252e',
    '...',
    '..\\',
    '%c0%ae%c0%ae',
  ]
  const slashes = ['/', '%2f', '%5c', '\\', '//', '%252f']
  return dots.flatMap((dot) =>
    slashes.flatMap((before) => slashes.map((after) => open + before + dot + after + into)),
  )
}
