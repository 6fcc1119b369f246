import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalSignature, isCanonicalSignature } from './signature.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const signed = Buffer.from('header.claims')
const isValid = (signature: Buffer): boolean =>
  verify('sha256', signed, { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' }, signature)

/** The other signature that verifies. */
function twinOf(signature: Buffer): Buffer {
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  const other = (ORDER - s).toString(16).padStart(64, '0')
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(other, 'hex')])
}

test('of the two valid signatures, exactly one is accepted and issued', () => {
  for (let i = 0; i < 50; i++) {
    const one = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const both = [one, twinOf(one)]
    expect(both.map(isValid)).toEqual([true, true])
    expect(both.filter(isCanonicalSignature)).toHaveLength(1)
    const [canonical] = both.filter(isCanonicalSignature)
    expect(both.map(canonicalSignature)).toEqual([canonical, canonical])
  }
})

test('half of the order is accepted, one more is not', () => {
  const signatureOf = (s: bigint) =>
    Buffer.concat([Buffer.alloc(32, 1), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  expect(isCanonicalSignature(signatureOf(ORDER >> 1n))).toBe(true)
  expect(isCanonicalSignature(signatureOf((ORDER >> 1n) + 1n))).toBe(false)
})

test.each([0, 1, 32, 63, 65, 70, 71, 72, 128])('a signature of %i bytes is refused', (length) => {
  expect(isCanonicalSignature(Buffer.alloc(length))).toBe(false)
})
