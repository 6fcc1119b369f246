import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** About 49,000 leaked passwords in lower case. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'

/** Typical first passwords of administration systems that are not in the list. */
const OURS: ReadonlySet<string> = new Set(
  `
superadmin superuser sysadmin webadmin adminadmin administrador goadmin go-admin adminpassword passwordadmin
rootpassword rootroot userpassword testpassword passphrase defaultpassword initialpassword newpassword temppassword
temporarypassword changethis changemenow changepassword pleasechangeme pleasechange mysecretpassword thisismypassword
secretpassword supersecret strongpassword securepassword longpassword averylongpassword correcthorsebatterystaple
correct-horse-battery-staple iloveyouforever letmeinplease woaizhongguo woshishei contraseña пароль
`
    .trim()
    .split(/\s+/),
)

/** Sorted lines in one string: a set of strings would need five times the memory. */
let lines: string | undefined

/**
 * Returns whether a password, in lower case, is one that attackers try first. The list is read on the first call, which takes
 * about 50 ms, so that a start is not delayed.
 */
export function isCommonPassword(text: string): boolean {
  if (OURS.has(text)) return true
  lines ??= readLines()
  let low = 0
  let high = lines.length
  while (low < high) {
    const start = lines.lastIndexOf('\n', (low + high) / 2 - 1) + 1
    const end = lines.indexOf('\n', start)
    const line = lines.slice(start, end)
    if (line === text) return true
    if (line < text) low = end + 1
    else high = start
  }
  return false
}

function readLines(): string {
  const file = createRequire(import.meta.url).resolve(LIST)
  const listed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(listed)) throw new Error(`${LIST} is not a list`)
  return listed
    .map(String)
    .sort()
    .map((word) => `${word}\n`)
    .join('')
}
