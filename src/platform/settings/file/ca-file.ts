import { resolve } from 'node:path'
import { SettingsError } from '../settings-error.ts'
import { readTextFile } from './text-file.ts'

/**
 * Returns the certificates of the file that a setting names, or undefined if it is empty. Throws a SettingsError if the file has
 * none: no authority would be trusted, and every connection would fail.
 */
export function readCaFile(key: string, path: string): string | undefined {
  if (path === '') return undefined
  const file = readTextFile(resolve(path))
  if ('problem' in file) throw new SettingsError(`${key}: ${path} ${file.problem}. Fix: ${file.fix}`)
  if (!file.text.includes('-----BEGIN CERTIFICATE-----'))
    throw new SettingsError(`${key}: ${path} contains no certificate. Fix: use a file in PEM format`)
  return file.text
}
