import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator and a browser put into a response. Tests change it to attack. */
export interface ResponseParts {
  readonly origin: string
  readonly rpId: string
  readonly type: string
  readonly challenge: string
  readonly crossOrigin: boolean
  readonly topOrigin?: string
  readonly userPresent: boolean
  readonly userVerified: boolean
  readonly backedUp: boolean
  readonly counter: number
  readonly userHandle: string
  readonly format: string
  readonly statement: CborValue
  readonly algorithm: number
  /** Changes the bytes of the signature. */
  readonly tamper: (signature: Buffer) => Buffer
}

export interface SoftwarePasskey {
  readonly id: string
  readonly userHandle: string
  /** Returns what `navigator.credentials.create` would return, as JSON. */
  attestation(parts?: Partial<ResponseParts>): Credential
  /** Returns what `navigator.credentials.get` would return, as JSON. */
  assertion(options: { readonly challenge: string }, parts?: Partial<ResponseParts>): Credential
}

export interface Credential {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly response: Readonly<Record<string, unknown>>
  readonly clientExtensionResults: object
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id?: string | undefined }
  readonly user: { readonly id: string }
}

/** Creates an authenticator with which tests can send what a browser never would. */
export function createAuthenticator({ origin }: { readonly origin: string }) {
  return {
    /** Creates a passkey for the options of a registration. */
    create(options: CreationOptions): SoftwarePasskey {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const idBytes = randomBytes(32)
      const id = idBytes.toString('base64url')
      let counter = 0
      const defaults = {
        origin,
        rpId: options.rp.id ?? '',
        crossOrigin: false,
        userPresent: true,
        userVerified: true,
        backedUp: false,
        userHandle: options.user.id,
        format: 'none',
        statement: new Map(),
        algorithm: -7,
        tamper: (signature: Buffer) => signature,
      }

      return {
        id,
        userHandle: options.user.id,
        attestation(parts = {}) {
          const used = {
            ...defaults,
            type: 'webauthn.create',
            challenge: options.challenge,
            counter,
            ...parts,
          }
          const length = Buffer.alloc(2)
          length.writeUInt16BE(idBytes.length)
          const key = coseKeyOf(publicKey, used.algorithm)
          const authData = Buffer.concat([
            authenticatorData(used, { attested: true }),
            Buffer.alloc(16),
            length,
            idBytes,
            key,
          ])
          const object = cbor(
            new Map<string, CborValue>([
              ['fmt', used.format],
              ['attStmt', used.statement],
              ['authData', authData],
            ]),
          )
          return credentialOf(id, {
            clientDataJSON: clientDataOf(used).toString('base64url'),
            attestationObject: object.toString('base64url'),
            transports: ['internal', 'hybrid', 'made-up'],
          })
        },

        assertion({ challenge }, parts = {}) {
          counter++
          const used = { ...defaults, type: 'webauthn.get', challenge, counter, ...parts }
          const clientData = clientDataOf(used)
          const authData = authenticatorData(used, { attested: false })
          return credentialOf(id, {
            clientDataJSON: clientData.toString('base64url'),
            authenticatorData: authData.toString('base64url'),
            signature: used.tamper(signatureOf(privateKey, authData, clientData)).toString('base64url'),
            userHandle: used.userHandle,
          })
        },
      }
    },
  }
}

/** Returns a signature with its last bit changed. */
export function flipLastBit(signature: Buffer): Buffer {
  const changed = Buffer.from(signature)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  return changed
}

function credentialOf(id: string, response: Readonly<Record<string, unknown>>): Credential {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
}

type ClientData = Pick<ResponseParts, 'type' | 'challenge' | 'origin' | 'crossOrigin' | 'topOrigin'>

function clientDataOf({ type, challenge, origin, crossOrigin, topOrigin }: ClientData): Buffer {
  const top = topOrigin === undefined ? {} : { topOrigin }
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, ...top }))
}

type Flags = Pick<ResponseParts, 'rpId' | 'userPresent' | 'userVerified' | 'backedUp' | 'counter'>

function authenticatorData(
  { rpId, userPresent, userVerified, backedUp, counter }: Flags,
  { attested }: { readonly attested: boolean },
): Buffer {
  const flags =
    (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (backedUp ? 0x18 : 0) | (attested ? 0x40 : 0)
  const end = Buffer.alloc(5)
  end.writeUInt8(flags)
  end.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), end])
}

function signatureOf(key: KeyObject, authData: Buffer, clientData: Buffer): Buffer {
  return sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)
}

function coseKeyOf(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

type CborValue = number | string | Buffer | CborValue[] | Map<string | number, CborValue>

/** Encodes the few types that attestations have. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)]),
  ])
}

function head(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  if (length < 256) return Buffer.from([type | 24, length])
  return Buffer.from([type | 25, length >> 8, length & 0xff])
}
