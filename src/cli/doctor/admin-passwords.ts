import type { AdminHash } from '../../authentication/password/admin-hash.store.ts'
import { isPasswordHash, verifyPassword } from '../../authentication/password/hash-function.ts'
import { counted } from '../../foundation/text/counted.ts'
import { shellWord } from '../../foundation/text/shell-command.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

/** Passwords that attackers try first: defaults of admin systems and of their installers. The most common come first. */
const WELL_KNOWN_PASSWORDS = [
  '123456',
  'admin123',
  'admin',
  'password',
  '12345678',
  'admin123456',
  'Admin@123',
  'admin@123',
  '123456789',
  'changeme',
  'castellan',
  'root',
  '111111',
  'qwerty',
  'password123',
  'P@ssw0rd',
]

export const MAX_ADMINS = 20

/** Verifying a hash takes 20 ms or more, on purpose. */
const TIME_LIMIT_MS = 10_000

/** Verifies well-known passwords, and each admin's own name, against the stored hashes. */
export async function checkAdminPasswords(
  admins: readonly AdminHash[],
  verify: typeof verifyPassword = verifyPassword,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<readonly Finding[]> {
  if (admins.length === 0) return [skipped('there is no enabled admin yet: the next start creates one')]
  const deadline = performance.now() + timeLimitMs
  const guessed = new Set<string>()
  let isComplete = true
  const candidates = WELL_KNOWN_PASSWORDS.map((password) => () => password)
  for (const candidateOf of [({ username }: AdminHash) => username, ...candidates]) {
    for (const admin of admins) {
      if (guessed.has(admin.username) || !isPasswordHash(admin.passwordHash)) continue
      if (performance.now() > deadline) isComplete = false
      else if (await verify(candidateOf(admin), admin.passwordHash)) guessed.add(admin.username)
    }
  }
  const findings = [...guessed].map((username) =>
    problem(
      `the admin ${JSON.stringify(username)} has a well-known password`,
      `Set another one: castellan user passwd ${shellWord(username)}`,
    ),
  )
  if (findings.length > 0) return findings
  const compared = `${WELL_KNOWN_PASSWORDS.length + 1} well-known passwords for ${counted(admins.length, 'admin')}`
  return isComplete
    ? [ok(`compared ${compared}: none matches`)]
    : [skipped(`the comparison with ${compared} took too long; none matched until then`)]
}

/** Checks that the password for the first start does not stay in the environment. */
export function checkPasswordVariable(
  admins: readonly AdminHash[],
  env: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const variable = ['CASTELLAN_ADMIN_PASSWORD', 'CASTELLAN_ADMIN_PASSWORD_FILE'].find((name) => env[name])
  if (variable === undefined || admins.length === 0) return []
  return [
    warning(
      `the variable ${variable} is still set, although only the first start reads it`,
      'Remove it from the environment of the service, and change the password if others may have read it.',
    ),
  ]
}
