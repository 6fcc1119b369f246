import type { OfferedLogin } from '../../server/api/route-parts.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { isLoginMethod } from '../../settings/login-methods.ts'

/** Returns what login pages offer, in the order of the settings: one entry per method, or per identity provider. */
export function offeredLoginsOf(
  { login }: Settings,
  captchaMethods: readonly string[],
): readonly OfferedLogin[] {
  return login.methods.filter(isLoginMethod).flatMap((method): readonly OfferedLogin[] => {
    // Programs log in without a page.
    if (method === 'service') return []
    const offered = { method, captchaRequired: captchaMethods.includes(method) }
    if (method === 'code') return [{ ...offered, channels: login.code.channels }]
    if (method !== 'oidc') return [offered]
    return login.oidc.providers.map(({ name, label }) => ({ ...offered, provider: name, label }))
  })
}
