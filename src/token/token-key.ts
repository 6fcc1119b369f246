import {
  createHash,
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  webcrypto,
} from 'node:crypto'
import { type CryptoKey, compactVerify, importPKCS8, importSPKI, SignJWT } from 'jose'
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
  const { signing, verifying } = await imported(material, algorithm)
  const header = { alg: algorithm, typ: 'JWT', ...(kid === undefined ? {} : { kid }) }
  const isEs256 = algorithm === 'ES256'
  const isSignedBy = material.type === 'secret' ? bySecret(material) : byPublicKey(verifying, algorithm)

  const key: TokenKey = {
    kid,
    algorithm,
    fingerprint: fingerprintOf(material, algorithm, kid),
    publicJwk:
      kid === undefined || material.type === 'secret' ? undefined : publicJwkOf(material, kid, algorithm),
    async sign(claims) {
      const token = await new SignJWT({ ...claims }).setProtectedHeader(header).sign(signing)
      return isEs256 ? withCanonicalSignature(token) : token
    },
    async verify(token) {
      if (!(await isSignedBy(token))) throw new Error('the signature is not of this key')
    },
  }
  // A file can hold a public part that is not the private part's: better found out now than at the first login.
  await key.verify(await key.sign({}))
  return key
}

/**
 * For the figure `identity-cold`: jose hands the few hundred bytes of a token to another thread; with it, the whole check took
 * about four times as long. Everything else that jose looks at in a token has been looked at before: see `token-form.ts`.
 */
function bySecret(secret: KeyObject): (token: string) => boolean {
  return (token) => {
    const expected = createHmac('sha256', secret)
      .update(token.slice(0, token.lastIndexOf('.')))
      .digest()
    const given = signatureOf(token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

function byPublicKey(key: CryptoKey, algorithm: Algorithm): (token: string) => Promise<boolean> {
  const options = { algorithms: [algorithm] }
  return async (token) => {
    if (algorithm === 'ES256' && !isCanonicalSignature(signatureOf(token))) return false
    await compactVerify(token, key, options)
    return true
  }
}

/** In the form that jose uses, so that it need not be made anew for every token. */
async function imported(
  material: KeyObject,
  algorithm: Algorithm,
): Promise<{ signing: CryptoKey; verifying: CryptoKey }> {
  if (material.type === 'secret') {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await webcrypto.subtle.importKey('raw', material.export(), hmac, false, ['sign', 'verify'])
    return { signing: key, verifying: key }
  }
  const signing = await importPKCS8(material.export({ type: 'pkcs8', format: 'pem' }).toString(), algorithm)
  const spki = createPublicKey(material).export({ type: 'spki', format: 'pem' }).toString()
  return { signing, verifying: await importSPKI(spki, algorithm) }
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
