import { createPrivateKey, createSecretKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { problemOfSecret } from '../../../platform/settings/secret.ts'
import { algorithmOf } from '../token-key.ts'
import type { Algorithm } from './signature.ts'

/** The suffixes of key files. The file of a removed key contains only its dates. */
export const SUFFIXES = { private: '.pem', secret: '.secret', removed: '.removed' } as const

const MIN_SECRET_BYTES = 32
const NEW_SECRET_BYTES = 48
const NEW_RSA_BITS = 3072
const KID = /^[A-Za-z\d][\w.-]{0,63}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const DATE_LINES = ['signs-from', 'older-keys-until'] as const

/** When a key begins to sign, and until when older keys are accepted. */
export interface KeyDates {
  /** Milliseconds since 1970. */
  readonly signsFrom: number
  /** Undefined: until all of their tokens have expired. */
  readonly olderKeysUntil?: number | undefined
}

/** The content of a key file: the dates, and the key unless it was removed. */
export interface KeyFile extends KeyDates {
  readonly kid: string
  readonly key: { readonly algorithm: Algorithm; readonly material: KeyObject } | undefined
}

/** Returns the key id in the name of a file. */
function kidOfFile(name: string): string {
  const suffix = Object.values(SUFFIXES).find((one) => name.endsWith(one))
  if (suffix === undefined)
    throw new Error('is not a key file: name it NAME.pem or NAME.secret, or remove it')
  const kid = name.slice(0, -suffix.length)
  const problem = problemOfKid(kid)
  if (problem !== undefined) throw new Error(problem)
  return kid
}

export function problemOfKid(kid: string): string | undefined {
  if (KID.test(kid)) return undefined
  return 'has a name that is not a key id: use 1 to 64 letters, digits, ".", "_" and "-", a letter or digit first'
}

/** Parses a key file. The message of an error continues a sentence that begins with the name of the file. */
export function parseKeyFile(name: string, text: string, strongSecretRequired: boolean): KeyFile {
  const kid = kidOfFile(name)
  const { dates, body } = parseDates(text)
  if (name.endsWith(SUFFIXES.removed)) return { kid, ...dates, key: undefined }
  if (body === '') throw new Error('contains no key: remove it')
  const key = name.endsWith(SUFFIXES.secret) ? secretKey(body, strongSecretRequired) : privateKey(body)
  return { kid, ...dates, key }
}

/** Puts the name of a file before the messages of the errors that reading it throws. */
export function nameFileInErrors<T>(file: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${file} ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

/** Returns the text of a key file. */
export function keyFileText({ signsFrom, olderKeysUntil }: KeyDates, body: string): string {
  const lines = [`signs-from: ${timeText(signsFrom)}`]
  if (olderKeysUntil !== undefined) lines.push(`older-keys-until: ${timeText(olderKeysUntil)}`)
  return [...lines, body.trim(), ''].join('\n')
}

/** Returns a time in the format of key files and commands. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z')
}

/** Parses the date lines before the key, which PEM parsers ignore. */
function parseDates(text: string): { dates: KeyDates; body: string } {
  const lines = text.split(/\r?\n/)
  const times = new Map<string, number>()
  for (;;) {
    const name = DATE_LINES.find((one) => lines[0]?.startsWith(`${one}:`))
    if (name === undefined) break
    if (times.has(name)) throw new Error(`has "${name}" twice`)
    times.set(name, parseTime(name, (lines.shift() ?? '').slice(name.length + 1).trim()))
  }
  // A key without a date is older than all keys with one.
  const signsFrom = times.get('signs-from') ?? 0
  const olderKeysUntil = times.get('older-keys-until')
  if (olderKeysUntil !== undefined && olderKeysUntil < signsFrom) {
    throw new Error('has an "older-keys-until" that is before its "signs-from"')
  }
  return { dates: { signsFrom, olderKeysUntil }, body: lines.join('\n').trim() }
}

function parseTime(name: string, value: string): number {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw new Error(`must have "${name}" in the format 2026-03-01T10:00:00Z`)
  return time
}

function secretKey(secret: string, strongRequired: boolean): NonNullable<KeyFile['key']> {
  if (/[\r\n]/.test(secret)) throw new Error('holds more than the one line of a secret')
  if (secret.startsWith('-----BEGIN'))
    throw new Error('holds a private key instead of a secret: name it NAME.pem')
  const tooShort = Buffer.byteLength(secret) < MIN_SECRET_BYTES
  const problem = strongRequired || tooShort ? problemOfSecret(secret) : undefined
  if (problem !== undefined) throw new Error(problem)
  return { algorithm: 'HS256', material: createSecretKey(secret, 'utf8') }
}

function privateKey(pem: string): NonNullable<KeyFile['key']> {
  const found = pem.match(/-----BEGIN [A-Z ]*PRIVATE KEY-----/g) ?? []
  if (found.length > 1) throw new Error('holds more than one key: put each into its own file')
  if (found.length === 0) throw new Error(problemWithoutPrivateKey(pem))
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem)) {
    throw new Error('is protected by a passphrase: remove it with "openssl pkey -in OLD -out NEW"')
  }
  const material = readPrivateKey(pem)
  const outcome = algorithmOf(material)
  if ('problem' in outcome) throw new Error(`holds a key that ${outcome.problem}`)
  return { algorithm: outcome.algorithm, material }
}

function problemWithoutPrivateKey(pem: string): string {
  if (/-----BEGIN ([A-Z ]*PUBLIC KEY|CERTIFICATE)-----/.test(pem)) {
    return 'holds no private key, only a public one: tokens could not be signed with it'
  }
  return 'holds no private key in PEM: create one with "castellan key rotate"'
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // The message of OpenSSL could contain a part of the key.
    throw new Error('holds no private key that can be read: it must be complete and PKCS#8 in PEM')
  }
}

const generatePair = promisify(generateKeyPair)

/** Generates a key in the format of a key file without its dates. */
export async function newKeyBody(algorithm: Algorithm): Promise<string> {
  if (algorithm === 'HS256') return randomBytes(NEW_SECRET_BYTES).toString('base64url')
  const { privateKey: key } = await newPair(algorithm)
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Generates a key id: the date for people, and a random part. */
export function newKid(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}-${randomBytes(5).toString('hex')}`
}

export function newKeyFileName(kid: string, algorithm: Algorithm): string {
  return kid + (algorithm === 'HS256' ? SUFFIXES.secret : SUFFIXES.private)
}

function newPair(algorithm: Exclude<Algorithm, 'HS256'>) {
  if (algorithm === 'EdDSA') return generatePair('ed25519')
  if (algorithm === 'ES256') return generatePair('ec', { namedCurve: 'P-256' })
  return generatePair('rsa', { modulusLength: NEW_RSA_BITS })
}
