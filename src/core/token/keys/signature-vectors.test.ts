import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createVerification, isCanonicalSignature, type KeyPairAlgorithm } from './signature.ts'

const FOLDER = join(import.meta.dirname, '../../../../test/vectors/wycheproof')

interface Vector {
  readonly key: KeyObject
  readonly result: string
  readonly name: string
  readonly message: Buffer
  readonly signature: Buffer
}

/** Reads a file in the format that the README of the vectors describes. */
function vectorsIn(file: string): Vector[] {
  const vectors: Vector[] = []
  let key: KeyObject | undefined
  for (const line of readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n').slice(1)) {
    const [first = '', second = '', message = '', signature = '', ...comment] = line.split(' ')
    if (first === 'key') key = createPublicKey({ key: bytesOf(second), format: 'der', type: 'spki' })
    else if (key)
      vectors.push({
        key,
        result: first,
        name: `${second} ${comment.join(' ')}`,
        message: bytesOf(message),
        signature: bytesOf(signature),
      })
  }
  return vectors
}

function bytesOf(text: string): Buffer {
  return text === '-' ? Buffer.alloc(0) : Buffer.from(text, 'base64url')
}

const FILES: [KeyPairAlgorithm, string, { readonly valid: number; readonly others: number }][] = [
  ['EdDSA', 'ed25519.txt', { valid: 88, others: 63 }],
  ['ES256', 'ecdsa-p256-sha256.txt', { valid: 173, others: 89 }],
  // One is "acceptable": its padding leaves out a NULL. RFC 8017 does not require a verifier to accept it.
  ['RS256', 'rsa-2048-sha256.txt', { valid: 9, others: 250 }],
]

describe.each(FILES)('Wycheproof, %s', (algorithm, file, counts) => {
  const vectors = vectorsIn(file)
  const valid = vectors.filter(({ result }) => result === 'valid')
  const others = vectors.filter(({ result }) => result !== 'valid')
  const isAccepted = ({ key, message, signature }: Vector) =>
    createVerification(algorithm, key)(message, signature)

  test('the file is complete', () => {
    expect({ valid: valid.length, others: others.length }).toEqual(counts)
  })

  test('no invalid signature is accepted', () => {
    expect(others.filter(isAccepted).map(({ name }) => name)).toEqual([])
  })

  test('valid signatures are accepted, with ES256 only the canonical ones', () => {
    const expected = valid.filter(({ signature }) => algorithm !== 'ES256' || isCanonicalSignature(signature))
    expect(expected.length).toBeGreaterThan(5)
    expect(valid.filter(isAccepted)).toEqual(expected)
  })
})
