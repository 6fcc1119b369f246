import { ApiError, type LoginStep, oidcLoginOf, returnPath } from 'castellan/client'
import { client } from './client.ts'

const STORED_PATH = 'path-after-login'
const { pathname, search, hash } = location
const isFromProvider = pathname.startsWith('/login/oidc/')

/** The secret of a link to set a password, if the user has opened one. */
export const passwordLink = pathname === '/password-link' ? hash.slice(1) : undefined

// The code of a provider and the link of a message are secrets: they must not stay in the address and the history.
if (isFromProvider) history.replaceState(null, '', returnPath(sessionStorage.getItem(STORED_PATH)))
else if (passwordLink !== undefined) history.replaceState(null, '', '/')

/** Sends the browser to a provider of single sign-on. It comes back to the page that is open now. */
export function leaveForProvider(url: string): void {
  sessionStorage.setItem(STORED_PATH, location.pathname + location.search)
  location.assign(url)
}

async function begin(): Promise<readonly [step: LoginStep, note?: string]> {
  if (passwordLink !== undefined) return [{ next: 'log-in' }]
  if (!isFromProvider) return [await client.currentStep()]
  const request = oidcLoginOf(search)
  try {
    if (request) return [await client.login(request)]
  } catch (error) {
    // The message of the service is about a password.
    if (!(error instanceof ApiError) || error.reason !== 'credentials-wrong') throw error
  }
  return [{ next: 'log-in' }, 'The login with the provider was not accepted.']
}

/** Requested once: the code of a provider is valid for one login. */
export const firstStep = begin()
