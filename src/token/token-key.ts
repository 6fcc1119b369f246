import {
  createHash,
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { compactVerify, importPKCS8, importSPKI, SignJWT } from 'jose'
import { isCanonicalSignature, withCanonicalSignature } from './es256-signature.ts'
import { type Algorithm, type PublicJwk, publicJwkOf } from './key-algorithm.ts'

/** One key and its one algorithm. */
export interface TokenKey {
  /** What the header of its tokens names it by. The secret of the settings has no name, and neither do its tokens. */
  readonly kid: string | undefined
  readonly algorithm: Algorithm
  /** Tells it from every other key, also from one of the same name. Says nothing about the key to whoever reads it. */
  readonly fingerprint: string
  /** What others verify with; nothing for a secret. */
  readonly publicJwk: PublicJwk | undefined
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** Rejects unless the signature is this key's. */
  verify(token: string): Promise<void>
}

/** The key of the settings: `jwt.secret`. */
export function secretTokenKey(secret: string): Promise<TokenKey> {
  return createTokenKey(undefined, 'HS256', createSecretKey(secret, 'utf8'))
}

export async function createTokenKey(
  kid: string | undefined,
  algorithm: Algorithm,
  material: KeyObject,
): Promise<TokenKey> {
  const header = { alg: algorithm, typ: 'JWT', ...(kid === undefined ? {} : { kid }) }
  const { signed, isSigned } =
    material.type === 'secret' ? bySecret(material, header) : await byKeyPair(material, header)

  const key: TokenKey = {
    kid,
    algorithm,
    fingerprint: fingerprintOf(material, algorithm, kid),
    publicJwk:
      kid === undefined || material.type === 'secret' ? undefined : publicJwkOf(material, kid, algorithm),
    sign: async (claims) => signed(claims),
    async verify(token) {
      if (!(await isSigned(token))) throw new Error('the signature is not of this key')
    },
  }
  // A file can hold a public part that is not the private part's: better found out now than at the first login.
  await key.verify(await key.sign({}))
  return key
}

interface Header {
  readonly alg: Algorithm
  readonly typ: string
  readonly kid?: string
}

interface Signatures {
  signed(claims: Readonly<Record<string, unknown>>): string | Promise<string>
  isSigned(token: string): boolean | Promise<boolean>
}

/**
 * For the figures `identity-cold` and `storm`: jose hands the few hundred bytes of a token to another thread; with it, the
 * whole check took about four times as long, and while passwords are hashed every such trip costs the event loop a wait.
 * Everything else that jose looks at in a token has been looked at before: see `token-parser.ts`.
 */
function bySecret(secret: KeyObject, header: Header): Signatures {
  const signatureOver = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  return {
    signed(claims) {
      const text = `${encoded(header)}.${encoded(claims)}`
      return `${text}.${signatureOver(text).toString('base64url')}`
    },
    isSigned(token) {
      const expected = signatureOver(token.slice(0, token.lastIndexOf('.')))
      const given = signatureOf(token)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** The keys are in the form that jose uses, so that it need not be made anew for every token. */
async function byKeyPair(material: KeyObject, header: Header): Promise<Signatures> {
  const { alg } = header
  const signing = await importPKCS8(material.export({ type: 'pkcs8', format: 'pem' }).toString(), alg)
  const spki = createPublicKey(material).export({ type: 'spki', format: 'pem' }).toString()
  const verifying = await importSPKI(spki, alg)
  const isEs256 = alg === 'ES256'
  const options = { algorithms: [alg] }
  return {
    async signed(claims) {
      const token = await new SignJWT({ ...claims }).setProtectedHeader({ ...header }).sign(signing)
      return isEs256 ? withCanonicalSignature(token) : token
    },
    async isSigned(token) {
      if (isEs256 && !isCanonicalSignature(signatureOf(token))) return false
      await compactVerify(token, verifying, options)
      return true
    },
  }
}

function fingerprintOf(material: KeyObject, algorithm: Algorithm, kid: string | undefined): string {
  const bytes =
    material.type === 'secret'
      ? material.export()
      : createPublicKey(material).export({ type: 'spki', format: 'der' })
  return createHash('sha256')
    .update(JSON.stringify([algorithm, kid ?? null]))
    .update(bytes)
    .digest('base64url')
}

function signatureOf(token: string): Buffer {
  return Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
}
