import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'
import { problemOfSecret } from '../settings/secret.ts'
import { type Algorithm, algorithmOf } from './key-algorithm.ts'

/** The ends of the names of key files, and what each holds. A removed key leaves its dates behind. */
export const SUFFIXES = { private: '.pem', secret: '.secret', removed: '.removed' } as const

const SHORTEST_SECRET_BYTES = 32
const KID = /^[A-Za-z\d][\w.-]{0,63}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const DATE_LINES = ['signs-from', 'older-keys-until'] as const

/** When a key begins to sign, and until when those before it are accepted. */
export interface KeyDates {
  /** Milliseconds since 1970. */
  readonly signsFrom: number
  /** Not said: until every token they signed has expired. */
  readonly olderKeysUntil?: number | undefined
}

/** What a key file says: its dates, and its key unless that was removed. */
export interface KeyFile extends KeyDates {
  readonly kid: string
  readonly key: { readonly algorithm: Algorithm; readonly material: KeyObject } | undefined
}

/** The key id in a file's name. */
export function kidOfFile(name: string): string {
  const suffix = Object.values(SUFFIXES).find((one) => name.endsWith(one))
  if (suffix === undefined) throw new Error('is no key file: name it NAME.pem or NAME.secret, or remove it')
  const kid = name.slice(0, -suffix.length)
  const problem = problemOfKid(kid)
  if (problem !== undefined) throw new Error(problem)
  return kid
}

export function problemOfKid(kid: string): string | undefined {
  if (KID.test(kid)) return undefined
  return 'has a name that is no key id: use 1 to 64 letters, digits, ".", "_" and "-", a letter or digit first'
}

/** Reads a key file. What is wrong with it is thrown, in words that follow the name of the file. */
export function parseKeyFile(name: string, text: string, strongSecretRequired: boolean): KeyFile {
  const kid = kidOfFile(name)
  const { dates, body } = headOf(text)
  if (name.endsWith(SUFFIXES.removed)) return { kid, ...dates, key: undefined }
  if (body === '') throw new Error('holds no key: remove it')
  const key = name.endsWith(SUFFIXES.secret) ? secretKey(body, strongSecretRequired) : privateKey(body)
  return { kid, ...dates, key }
}

/** The text of a key file. */
export function keyFileText({ signsFrom, olderKeysUntil }: KeyDates, body: string): string {
  const lines = [`signs-from: ${timeText(signsFrom)}`]
  if (olderKeysUntil !== undefined) lines.push(`older-keys-until: ${timeText(olderKeysUntil)}`)
  return [...lines, body.trim(), ''].join('\n')
}

/** A time as key files and commands write it. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z')
}

/** The dates stand in lines of their own before the key, where every reader of PEM skips them. */
function headOf(text: string): { dates: KeyDates; body: string } {
  const lines = text.split(/\r?\n/)
  const times = new Map<string, number>()
  for (;;) {
    const name = DATE_LINES.find((one) => lines[0]?.startsWith(`${one}:`))
    if (name === undefined) break
    if (times.has(name)) throw new Error(`says "${name}" twice`)
    times.set(name, timeOf(name, (lines.shift() ?? '').slice(name.length + 1).trim()))
  }
  // A key without a date has always signed: every dated one is newer.
  const signsFrom = times.get('signs-from') ?? 0
  const olderKeysUntil = times.get('older-keys-until')
  if (olderKeysUntil !== undefined && olderKeysUntil < signsFrom) {
    throw new Error('says an "older-keys-until" that is before its "signs-from"')
  }
  return { dates: { signsFrom, olderKeysUntil }, body: lines.join('\n').trim() }
}

function timeOf(name: string, value: string): number {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw new Error(`must say "${name}" like 2026-03-01T10:00:00Z`)
  return time
}

function secretKey(secret: string, strongRequired: boolean): NonNullable<KeyFile['key']> {
  if (/[\r\n]/.test(secret)) throw new Error('holds more than the one line of a secret')
  if (secret.startsWith('-----BEGIN')) throw new Error('holds no secret but a key: name it NAME.pem')
  const tooShort = Buffer.byteLength(secret) < SHORTEST_SECRET_BYTES
  const problem = strongRequired || tooShort ? problemOfSecret(secret) : undefined
  if (problem !== undefined) throw new Error(problem)
  return { algorithm: 'HS256', material: createSecretKey(secret, 'utf8') }
}

function privateKey(pem: string): NonNullable<KeyFile['key']> {
  const found = pem.match(/-----BEGIN [A-Z ]*PRIVATE KEY-----/g) ?? []
  if (found.length > 1) throw new Error('holds more than one key: put each into a file of its own')
  if (found.length === 0) throw new Error(problemWithoutPrivateKey(pem))
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem)) {
    throw new Error('is protected by a passphrase: take it off with "openssl pkey -in OLD -out NEW"')
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
  return 'holds no private key in PEM: make one with "castellan key rotate"'
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // What OpenSSL says of it could hold a part of it.
    throw new Error('holds no private key that can be read: it must be PKCS#8 in PEM, and whole')
  }
}
