import { createProblemList, type ProblemList } from '../../../platform/cli/context/file-problem.ts'
import { readYamlFile, type YamlValue } from '../../../platform/cli/context/yaml-file.ts'

/** How to authenticate at the old server: with a token, or by a login. */
export type Credential = { readonly token: string } | { readonly username: string; readonly password: string }

/** The subject that an entry of the file is about. */
export type CredentialSubject = { readonly username: string } | { readonly roleKey: string }

export interface OldCredential {
  readonly subject: CredentialSubject
  readonly credential: Credential
  readonly line: number
}

const KEYS = {
  of: 'an entry',
  required: [],
  optional: ['role', 'user', 'token', 'tokenFrom', 'username', 'password', 'passwordFrom'],
} as const

/** Reads the tokens and passwords for the old server. Throws `FileProblems` with every mistake; none quotes a secret. */
export function readTokensFile(file: string, env: NodeJS.ProcessEnv): OldCredential[] {
  const problems = createProblemList()
  const root = readYamlFile(file, problems)
  problems.throwIfAny()
  const entries = root?.isList() ? (root.list() ?? []) : []
  if (entries.length === 0) {
    root?.report('there are no entries. Fix: write a list of entries with a role or user, and a token')
  }
  const found = entries.flatMap((entry) => credentialOf(entry, env))
  reportDuplicates(found, file, problems)
  problems.throwIfAny()
  return found
}

function credentialOf(entry: YamlValue, env: NodeJS.ProcessEnv): OldCredential[] {
  const values = entry.map(KEYS)
  if (values === undefined) return []
  const [role, user] = [values.get('role')?.text(), values.get('user')?.text()]
  if ((role === undefined) === (user === undefined)) {
    entry.report('the entry must be about a role or a user. Fix: write either role or user')
    return []
  }
  const token = secretOf(values.get('token'), values.get('tokenFrom'), env)
  const password = secretOf(values.get('password'), values.get('passwordFrom'), env)
  const username = values.get('username')?.text() ?? user
  if ((token === undefined) === (password === undefined)) {
    entry.report(
      'the entry needs a token or a password. Fix: write one of token, tokenFrom, password, passwordFrom',
    )
    return []
  }
  const subject = role === undefined ? { username: user ?? '' } : { roleKey: role }
  if (token !== undefined) return [{ subject, credential: { token }, line: entry.line }]
  if (username === undefined || password === undefined) {
    entry.report('the entry has a password, but no user to log in as. Fix: add the key username')
    return []
  }
  return [{ subject, credential: { username, password }, line: entry.line }]
}

/** Returns the secret that is written in the file, or that is in an environment variable. */
function secretOf(
  value: YamlValue | undefined,
  variable: YamlValue | undefined,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (value !== undefined) return value.text()
  const name = variable?.text()
  if (name === undefined) return undefined
  const secret = env[name]
  if (!secret)
    variable?.report(`the environment variable ${name} is not set. Fix: set it, or correct its name`)
  return secret === '' ? undefined : secret
}

/** Returns the name of a subject, such as `role auditor`. */
export function nameOfSubject(subject: CredentialSubject): string {
  return 'roleKey' in subject ? `role ${subject.roleKey}` : `user ${subject.username}`
}

function reportDuplicates(found: readonly OldCredential[], file: string, problems: ProblemList): void {
  const known = new Set<string>()
  for (const { subject, line } of found) {
    const name = nameOfSubject(subject)
    if (known.has(name))
      problems.add({ file, line, problem: `there are two entries of the ${name}. Fix: remove one` })
    known.add(name)
  }
}
