import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { close } from './identity-provider.ts'

/** What a hostile provider puts into an ID token and its user info, and how it signs the token. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  /** Claims of the user info endpoint. */
  readonly userInfo?: Readonly<Record<string, unknown>>
  readonly sign?: (payload: JWTPayload) => Promise<string>
}

export interface HostileProvider {
  readonly issuer: string
  /** The codes that the service has sent to it. */
  readonly codes: readonly string[]
  /** Sets the ID token of the next responses, for the login with this authorization URL. */
  forge(url: string, forgery: Forgery): void
  /** Replaces members of the discovery document. */
  readonly metadata: Record<string, unknown>
  close(): Promise<void>
}

/** Starts a provider that speaks enough of OpenID Connect to send any ID token. */
export async function startHostileProvider(clientId: string): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const metadata: Record<string, unknown> = {}
  const codes: string[] = []
  let idToken = async (): Promise<string> => ''
  let userClaims: Readonly<Record<string, unknown>> = {}

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const send = (body: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/jwks') send({ keys: [jwk] })
    else if (request.url === '/userinfo') send(userClaims)
    else if (request.url === '/token') {
      codes.push(new URLSearchParams(Buffer.concat(parts).toString()).get('code') ?? '')
      send({ access_token: 'an access token', token_type: 'Bearer', id_token: await idToken() })
    } else {
      send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...metadata,
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const signWithOwnKey = (payload: JWTPayload) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)

  return {
    issuer,
    codes,
    metadata,
    forge(url, { claims = {}, userInfo = {}, sign = signWithOwnKey }) {
      const nonce = new URL(url).searchParams.get('nonce') ?? ''
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        iss: issuer,
        sub: 'stranger',
        aud: clientId,
        iat: now,
        exp: now + 600,
        nonce,
        preferred_username: 'stranger',
        ...claims,
      }
      idToken = () => sign(payload)
      userClaims = { sub: payload.sub, ...userInfo }
    },
    close: () => close(server),
  }
}
