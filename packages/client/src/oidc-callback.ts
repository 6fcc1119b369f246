import type { OidcLogin } from './login-request.ts'

/**
 * Returns the login request for the query with which a provider of OpenID Connect sent the browser back, or undefined if the
 * provider refused. Remove the query from the address before anything else: the code must not stay in the history.
 *
 * ```ts
 * const request = oidcLoginOf(location.search)
 * history.replaceState(null, '', location.pathname)
 * if (request) show(await client.login(request))
 * ```
 */
export function oidcLoginOf(search: string): OidcLogin | undefined {
  const query = new URLSearchParams(search)
  // DingTalk sends the code under another name.
  const code = query.get('code') ?? query.get('authCode')
  const state = query.get('state')
  const iss = query.get('iss')
  if (!code || !state) return undefined
  return { method: 'oidc', code, state, ...(iss === null ? {} : { iss }) }
}
