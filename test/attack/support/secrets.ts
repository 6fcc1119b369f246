const WORDS = [
  'secret',
  'password',
  'jwt',
  'token',
  'key',
  'admin',
  'changeme',
  'test',
  'default',
  'private',
  'signing',
]
const JOINTS = ['', '-', '_', ' ', '.']
const ENDS = ['', '1', '123', '1234567890', '!', '2024', 'prod', 'dev', 'abc']

/** Returns guessable secrets: words, combined words, words repeated to the required length, in hex and base64. */
export function guessableSecrets(count: number): string[] {
  const secrets = new Set<string>()
  for (const text of phrases()) {
    for (const spelling of spellingsOf(text)) {
      if (secrets.size >= count) return [...secrets]
      secrets.add(spelling)
    }
  }
  return [...secrets]
}

function* phrases(): Generator<string> {
  for (const end of ENDS) {
    for (const first of WORDS) {
      yield first + end
      for (const second of WORDS) {
        for (const joint of JOINTS) yield first + joint + second + end
      }
    }
  }
  for (const first of WORDS) {
    for (const second of WORDS) {
      for (const third of WORDS) {
        for (const joint of JOINTS) for (const end of ENDS) yield [first, second, third].join(joint) + end
      }
    }
  }
}

function* spellingsOf(text: string): Generator<string> {
  yield text
  yield text.toUpperCase()
  yield text.repeat(Math.ceil(32 / text.length))
  yield text.padEnd(32, '0')
  yield Buffer.from(text.padEnd(32, '0')).toString('base64')
}
