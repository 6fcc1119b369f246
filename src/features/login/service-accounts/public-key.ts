import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { algorithmOf } from '../../../core/token/token-key.ts'
import { KEY_ALGORITHMS } from '../../../core/user/service-account.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { NewKey } from './service-credential.store.ts'

const PEM_START = /^-----BEGIN (?:RSA )?PUBLIC KEY-----/

/** Parses a public key in PEM or as a JWK. Throws `invalid-parameters` for anything else, private keys included. */
export function parsePublicKey(given: string): NewKey {
  const key = keyOf(given.trim())
  const checked = algorithmOf(key)
  const algorithm = 'algorithm' in checked && KEY_ALGORITHMS.find((known) => known === checked.algorithm)
  if (!algorithm) {
    const problem = 'problem' in checked ? checked.problem : 'cannot be used'
    throw invalid(`the key ${problem}.`, '密钥须为 Ed25519、EC（P-256）或 2048 至 8192 位的 RSA 密钥。')
  }
  return {
    algorithm,
    publicKey: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  }
}

function keyOf(given: string): KeyObject {
  const jwk = jwkIn(given)
  // Node would derive the public key from a private one, which must not leave the program.
  if (jwk ? 'd' in jwk : given.includes('PRIVATE KEY-----')) {
    throw invalid(
      'this is a private key: send the public one, and create a new pair.',
      '这是私钥：请提交公钥，并重新生成密钥对。',
    )
  }
  try {
    if (jwk) return createPublicKey({ key: jwk, format: 'jwk' })
    if (PEM_START.test(given)) return createPublicKey(given)
  } catch {
    // The message of OpenSSL does not help.
  }
  throw invalid(
    'publicKey must be a public key in PEM (BEGIN PUBLIC KEY) or a JWK.',
    'publicKey 须为 PEM 格式（BEGIN PUBLIC KEY）的公钥或 JWK。',
  )
}

function jwkIn(given: string): JsonWebKey | undefined {
  if (!given.startsWith('{')) return undefined
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

function invalid(en: string, zh: string): InvalidParameters {
  return new InvalidParameters({ field: 'publicKey', en, zh })
}
