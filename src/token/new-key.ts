import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Algorithm } from './key-algorithm.ts'
import { SUFFIXES } from './key-file.ts'

const SECRET_BYTES = 48
const RSA_BITS = 3072
const pairOf = promisify(generateKeyPair)

/** What a new key file holds below its dates. */
export async function newKeyBody(algorithm: Algorithm): Promise<string> {
  if (algorithm === 'HS256') return randomBytes(SECRET_BYTES).toString('base64url')
  const { privateKey } = await newPair(algorithm)
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The day it was made, for people, and enough chance that no name comes twice. */
export function newKid(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}-${randomBytes(5).toString('hex')}`
}

export function fileNameOf(kid: string, algorithm: Algorithm): string {
  return kid + (algorithm === 'HS256' ? SUFFIXES.secret : SUFFIXES.private)
}

function newPair(algorithm: Exclude<Algorithm, 'HS256'>) {
  if (algorithm === 'EdDSA') return pairOf('ed25519')
  if (algorithm === 'ES256') return pairOf('ec', { namedCurve: 'P-256' })
  return pairOf('rsa', { modulusLength: RSA_BITS })
}
