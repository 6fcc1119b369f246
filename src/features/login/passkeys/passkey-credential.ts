import { fieldOf } from '../../../core/login/unvalidated-field.ts'

/** What `navigator.credentials.get` returned for a login. Binary values are base64url. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

/** What `navigator.credentials.create` returned for a registration. */
export interface Attestation {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  /** How the browser can reach the authenticator. */
  readonly transports: readonly string[]
}

/** The maximum number of base64url characters. A credential id has at most 1023 bytes. */
const MAX_LENGTH = {
  id: 1364,
  clientDataJSON: 4096,
  authenticatorData: 2048,
  signature: 2048,
  userHandle: 128,
  attestationObject: 8192,
} as const

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const BASE64URL = '^[A-Za-z0-9_-]+$'
const IS_BASE64URL = new RegExp(BASE64URL)

const base64url = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: BASE64URL }) as const

const members = {
  id: base64url(MAX_LENGTH.id),
  rawId: base64url(MAX_LENGTH.id),
  type: { type: 'string', enum: ['public-key'] },
} as const

/** The JSON schema of the credential of a login. Further members, which browsers add, are ignored. */
export const ASSERTION_SCHEMA = {
  title: 'PasskeyAssertion',
  description: 'The result of `navigator.credentials.get` as JSON (`PublicKeyCredential.toJSON`).',
  type: 'object',
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    ...members,
    response: {
      type: 'object',
      required: ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
      properties: {
        clientDataJSON: base64url(MAX_LENGTH.clientDataJSON),
        authenticatorData: base64url(MAX_LENGTH.authenticatorData),
        signature: base64url(MAX_LENGTH.signature),
        userHandle: base64url(MAX_LENGTH.userHandle),
      },
    },
  },
} as const

/** The JSON schema of the credential of a registration. Further members, which browsers add, are ignored. */
export const ATTESTATION_SCHEMA = {
  title: 'PasskeyAttestation',
  description: 'The result of `navigator.credentials.create` as JSON (`PublicKeyCredential.toJSON`).',
  type: 'object',
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    ...members,
    response: {
      type: 'object',
      required: ['clientDataJSON', 'attestationObject'],
      properties: {
        clientDataJSON: base64url(MAX_LENGTH.clientDataJSON),
        attestationObject: base64url(MAX_LENGTH.attestationObject),
        transports: { type: 'array', maxItems: 16, items: { type: 'string', maxLength: 32 } },
      },
    },
  },
} as const

/** Returns the credential of a login, or undefined if the value is not one. */
export function readAssertion(credential: unknown): Assertion | undefined {
  const id = idOf(credential)
  const response = fieldOf(credential, 'response')
  const [clientDataJSON, authenticatorData, signature, userHandle] = [
    binaryOf(response, 'clientDataJSON'),
    binaryOf(response, 'authenticatorData'),
    binaryOf(response, 'signature'),
    binaryOf(response, 'userHandle'),
  ]
  if (!id || !clientDataJSON || !authenticatorData || !signature || !userHandle) return undefined
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** Returns the credential of a registration, or undefined if the value is not one. */
export function readAttestation(credential: unknown): Attestation | undefined {
  const id = idOf(credential)
  const response = fieldOf(credential, 'response')
  const clientDataJSON = binaryOf(response, 'clientDataJSON')
  const attestationObject = binaryOf(response, 'attestationObject')
  if (!id || !clientDataJSON || !attestationObject) return undefined
  const given = fieldOf(response, 'transports')
  // Others are of no use to a browser.
  const transports = Array.isArray(given) ? TRANSPORTS.filter((name) => given.includes(name)) : []
  return { id, clientDataJSON, attestationObject, transports }
}

function idOf(credential: unknown): string | undefined {
  const id = binaryOf(credential, 'id')
  const isPublicKey = fieldOf(credential, 'type') === 'public-key'
  return isPublicKey && fieldOf(credential, 'rawId') === id ? id : undefined
}

function binaryOf(value: unknown, name: keyof typeof MAX_LENGTH): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text.length <= MAX_LENGTH[name] && IS_BASE64URL.test(text)
    ? text
    : undefined
}
