import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** A user of the test's identity provider: its subject and its claims. */
export interface ProviderUser {
  readonly sub: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface IdentityProvider {
  readonly issuer: string
  /** The user who is logged in at the provider. */
  logIn(user: ProviderUser): void
  /** Opens the authorization URL as a browser does and returns the parameters of the redirect back. */
  authorize(url: string): Promise<URLSearchParams>
  close(): Promise<void>
}

export interface IdentityProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
  readonly configuration?: Configuration
}

/** Starts the certified package `oidc-provider` on a free port. Interactions are answered for the user of `logIn`. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let user: ProviderUser = { sub: 'nobody', claims: {} }
  const provider = createProvider(issuer, options, () => user)
  const handle = provider.callback()

  server.on('request', (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (uid === undefined) void handle(request, response)
    else void finishInteraction(provider, request, response, user.sub)
  })

  return {
    issuer,
    logIn(next) {
      user = next
    },
    authorize,
    close: () => close(server),
  }
}

function createProvider(
  issuer: string,
  { clientId, clientSecret, redirectUris, configuration = {} }: IdentityProviderOptions,
  user: () => ProviderUser,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'realm_access', 'groups'],
      email: ['email', 'email_verified'],
    },
    // Also on a slow machine, a code is valid until the test uses it.
    ttl: { AuthorizationCode: 600 },
    conformIdTokenClaims: false,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for the tests only'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...user().claims }),
    }),
    ...configuration,
  })
}

/** Logs the user in and grants everything that the client requests. */
async function finishInteraction(
  provider: Provider,
  request: Parameters<Provider['interactionDetails']>[0],
  response: Parameters<Provider['interactionDetails']>[1],
  sub: string,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: sub } })
    return
  }
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const granted =
    grant ?? new provider.Grant({ accountId: session?.accountId ?? sub, clientId: String(params.client_id) })
  granted.addOIDCScope(String(params.scope))
  await provider.interactionFinished(request, response, { consent: { grantId: await granted.save() } })
}

const MAX_REDIRECTS = 10

/** Follows the redirects of the provider with its cookies, until one leads to another origin. */
async function authorize(start: string): Promise<URLSearchParams> {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    const text = await response.text()
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`The provider responded with ${response.status}: ${text.slice(0, 500)}`)
    url = new URL(location, url)
    if (url.origin !== origin) return url.searchParams
  }
  throw new Error('The provider redirects too often.')
}

/** Also ends connections that are kept alive. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
