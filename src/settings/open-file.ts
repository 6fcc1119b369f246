import { statSync } from 'node:fs'
import type { Given } from './given.ts'

const EVERYBODY_MAY_READ = 0o004

/**
 * What the operator must hear about a settings file that holds a secret and that everybody on the machine can read. It does
 * not stop the start, as a key file does: such files are often mounted with rights that nobody chose.
 */
export function warningOfOpenFile(path: string, givens: readonly Given[]): string | undefined {
  const secrets = givens.filter(isSecret).map(({ entry }) => entry.key)
  if (secrets.length === 0 || process.platform === 'win32') return undefined
  if ((statSync(path).mode & EVERYBODY_MAY_READ) === 0) return undefined
  return `${path} holds ${secrets.join(', ')} and can be read by everybody on this machine: run "chmod 600 ${path}"`
}

/** The address of a database is one only with a password in it. */
function isSecret({ entry, value }: Given): boolean {
  if (!entry.setting.secret || typeof value !== 'string' || value === '') return false
  return !URL.canParse(value) || new URL(value).password !== ''
}
