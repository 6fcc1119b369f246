import { hkdfSync } from 'node:crypto'

/** Derives a key from a secret with HKDF. Each purpose has its own key, so that a hash or text of one is worthless for another. */
export function deriveKey(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `castellan ${purpose}`, bytes))
}
