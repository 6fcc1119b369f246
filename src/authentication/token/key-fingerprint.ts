import { createHash, createHmac } from 'node:crypto'
import type { KeySet } from './key-schedule.ts'

const LENGTH = 12

/**
 * Returns a short text that is the same on nodes with the same keys: those that sign and verify tokens, and the secret
 * that protects captchas. It reveals none of them.
 */
export function fingerprintOfKeys({ signing, accepted }: KeySet, secret: string): string {
  const parts = [
    signing?.fingerprint ?? null,
    accepted.map(({ fingerprint }) => fingerprint).sort(),
    createHmac('sha256', secret).update('fingerprint').digest('hex'),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH)
}
