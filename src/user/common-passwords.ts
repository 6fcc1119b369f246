import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Some 49,000 passwords out of leaks, in lower case. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'

/** What the list lacks: what people put in where an administration asks for a first password. */
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

/** Sorted lines in one text: a set of as many strings would take five times the memory. */
let lines: string | undefined

/**
 * Whether a password is among those that are tried first. The text is expected in lower case. The list is read when it
 * is first needed, in some 50 ms: neither a start nor a service that sets no password pays for it.
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
  if (!Array.isArray(listed)) throw new Error(`${LIST} is no list`)
  return listed
    .map(String)
    .sort()
    .map((word) => `${word}\n`)
    .join('')
}
