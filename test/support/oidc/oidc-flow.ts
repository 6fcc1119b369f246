import { type Answer, call, getCaptcha, postJson } from '../client.ts'
import { CAPTCHA_TEXT } from '../service.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** The front end of the tests. Nothing listens there: the tests stop at the redirect. */
export const PUBLIC_URL = 'https://admin.example.com'
export const CLIENT_ID = 'castellan'
export const CLIENT_SECRET = 'the secret of the client at its provider'

/** A login that has begun in a browser. */
export interface Started {
  readonly url: string
  /** The cookie header of the browser. */
  readonly cookie: string
}

/** Begins a login with a new captcha. */
export async function requestStart(base: string, provider: string, more = ''): Promise<Answer> {
  const uuid = await getCaptcha(base)
  return call(`${base}/login/oidc/${provider}?uuid=${uuid}&code=${CAPTCHA_TEXT}${more}`)
}

export async function start(base: string, provider: string, more = ''): Promise<Started> {
  const { body, headers } = await requestStart(base, provider, more)
  const { url } = (body.data ?? {}) as { url?: string }
  if (url === undefined) throw new Error(`the login cannot begin: ${JSON.stringify(body)}`)
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  return { url, cookie }
}

/** Finishes a login with what the provider returned to the browser. */
export function finish(
  base: string,
  { cookie }: Pick<Started, 'cookie'>,
  returned: URLSearchParams,
): Promise<Answer> {
  const { code, state, iss } = Object.fromEntries(returned)
  return call(
    `${base}/login`,
    postJson(
      { method: 'oidc', code, state, ...(iss === undefined ? {} : { iss }) },
      cookie === '' ? {} : { cookie },
    ),
  )
}

/** Logs in as the user who is logged in at the provider. */
export async function logInWith(base: string, name: string, provider: IdentityProvider): Promise<Answer> {
  const started = await start(base, name)
  return finish(base, started, await provider.authorize(started.url))
}
