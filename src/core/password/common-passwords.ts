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

let listed: ReadonlySet<unknown> | undefined

/**
 * Returns whether a password, in lower case, is one that attackers try first. The list is read on the first call, so that a start
 * is not delayed.
 */
export function isCommonPassword(text: string): boolean {
  listed ??= readList()
  return OURS.has(text) || listed.has(text)
}

function readList(): ReadonlySet<unknown> {
  const file = createRequire(import.meta.url).resolve(LIST)
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list)) throw new Error(`${LIST} is not a list`)
  return new Set(list)
}
