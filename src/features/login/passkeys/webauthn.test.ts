import { expect, test } from 'vitest'
import {
  createAuthenticator,
  flipLastBit,
  type ResponseParts,
} from '../../../../test/support/passkey-authenticator.ts'
import { readAssertion, readAttestation } from './passkey-credential.ts'
import { createChallenge, createWebAuthn } from './webauthn.ts'

const ORIGIN = 'https://admin.example.com'
const relyingParty = { rpId: 'example.com', name: 'Test', origins: [ORIGIN, 'https://app.example.com'] }
const webAuthn = await createWebAuthn(relyingParty)
const authenticator = createAuthenticator({ origin: ORIGIN })
const user = { username: 'alice', displayName: 'Alice', userHandle: 'aGFuZGxl', credentials: [] }

async function register(parts?: Partial<ResponseParts>) {
  const { challenge, challengeHash } = createChallenge()
  const passkey = authenticator.create(await webAuthn.registrationOptions(user, challenge))
  const attestation = readAttestation(passkey.attestation(parts))
  const verified = attestation && (await webAuthn.verifyRegistration(attestation, challengeHash))
  return { passkey, verified }
}

async function logIn(parts?: Partial<ResponseParts>) {
  const { passkey, verified } = await register()
  const { challenge, challengeHash } = createChallenge()
  const assertion = readAssertion(passkey.assertion(await webAuthn.loginOptions(challenge), parts))
  if (!assertion || !verified) throw new Error('the registration failed')
  return webAuthn.verifyLogin(assertion, challengeHash, verified.publicKey)
}

test('options require a discoverable credential, user verification and no attestation', async () => {
  const { challenge } = createChallenge()
  const credentials = [{ credentialId: 'Y3JlZA', transports: ['usb'] }]
  expect(await webAuthn.registrationOptions({ ...user, credentials }, challenge)).toMatchObject({
    challenge,
    rp: { id: 'example.com', name: 'Test' },
    user: { id: 'aGFuZGxl', name: 'alice', displayName: 'Alice' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: 'Y3JlZA', transports: ['usb'], type: 'public-key' }],
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
  })
  const options = await webAuthn.loginOptions(challenge)
  expect(options).toMatchObject({ challenge, rpId: 'example.com', userVerification: 'required' })
  expect(options.allowCredentials).toBeUndefined()
})

test('a registration returns the credential, with the transports that browsers know', async () => {
  const { passkey, verified } = await register({ backedUp: true })
  expect(verified).toEqual({
    credentialId: passkey.id,
    publicKey: expect.any(String),
    counter: 0,
    transports: ['hybrid', 'internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    backedUp: true,
  })
})

test('a login returns its counter, from each of the origins', async () => {
  expect(await logIn({ counter: 7 })).toEqual({ counter: 7, backedUp: false })
  expect(await logIn({ counter: 0, origin: 'https://app.example.com' })).toMatchObject({ counter: 0 })
})

const ATTACKS: readonly [string, Partial<ResponseParts>][] = [
  ['another origin', { origin: 'https://evil.example.com' }],
  ['an origin that begins like ours', { origin: `${ORIGIN}.evil.example` }],
  ['the origin in another spelling', { origin: `${ORIGIN}/` }],
  ['the origin without TLS', { origin: ORIGIN.replace('https', 'http') }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a subdomain as relying party', { rpId: 'admin.example.com' }],
  ['another challenge', { challenge: createChallenge().challenge }],
  ['a cross-origin frame', { crossOrigin: true }],
  ['a page of another site', { topOrigin: 'https://evil.example' }],
  ['no user verification', { userVerified: false }],
  ['no user presence', { userPresent: false }],
]

test.each([...ATTACKS, ['the response of a login', { type: 'webauthn.get' }] as const])(
  'a registration is refused with %s',
  async (_, parts) => expect((await register(parts)).verified).toBeUndefined(),
)

test.each([
  ...ATTACKS,
  ['the response of a registration', { type: 'webauthn.create' }] as const,
  ['a tampered signature', { tamper: flipLastBit }] as const,
  ['bytes that are no signature', { tamper: () => Buffer.from([0]) }] as const,
])('a login is refused with %s', async (_, parts) => expect(await logIn(parts)).toBeUndefined())

test('an attestation with certificates is refused before they are read', async () => {
  const statement = new Map<string, Buffer[] | number>([
    ['alg', -7],
    ['x5c', [Buffer.from('a certificate')]],
  ])
  for (const format of ['packed', 'tpm', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'made-up'])
    expect((await register({ format, statement })).verified).toBeUndefined()
})

test('a key of an algorithm that was not offered is refused', async () => {
  expect((await register({ algorithm: -35 })).verified).toBeUndefined()
})

test('a credential id that differs from the signed one is refused', async () => {
  const { challenge, challengeHash } = createChallenge()
  const options = await webAuthn.registrationOptions(user, challenge)
  const attestation = readAttestation(authenticator.create(options).attestation())
  if (!attestation) throw new Error('the credential cannot be read')
  const other = authenticator.create(options).id
  expect(await webAuthn.verifyRegistration({ ...attestation, id: other }, challengeHash)).toBeUndefined()
  expect(await webAuthn.verifyRegistration(attestation, challengeHash)).toBeDefined()
})

test('a signature of another passkey is refused', async () => {
  const [mine, other] = [await register(), await register()]
  const { challenge, challengeHash } = createChallenge()
  const assertion = readAssertion(mine.passkey.assertion({ challenge }))
  if (!assertion || !mine.verified || !other.verified) throw new Error('the registration failed')
  const verify = (key: string) => webAuthn.verifyLogin(assertion, challengeHash, key)
  expect(await verify(other.verified.publicKey)).toBeUndefined()
  expect(await verify(mine.verified.publicKey)).toMatchObject({ counter: 1 })
})
