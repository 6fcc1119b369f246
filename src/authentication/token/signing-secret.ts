import { join } from 'node:path'
import { readOrCreateSecret } from './generated-secret.ts'

/** Returns the file of the generated secret. */
export function secretFileOf(dataDir: string): string {
  return join(dataDir, 'jwt.secret')
}

/**
 * Returns the secret of the settings, or the one in the data folder, which the first start creates. Throws if others can read
 * that file: they could issue tokens.
 */
export function signingSecret(configured: string, dataDir: string, strongRequired: boolean): string {
  return configured === '' ? readOrCreateSecret(secretFileOf(dataDir), strongRequired) : configured
}
