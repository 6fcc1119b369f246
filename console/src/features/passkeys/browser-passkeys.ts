import { ApiError, NO_RESPONSE } from '../../shell/api/client.ts'
import { currentTexts } from '../../shell/language/texts.ts'
import { notLoaded } from '../../shell/page/on-demand.tsx'
import { passkeyFailure } from './passkey-failure.ts'

/** Loads the library. The login page does it early, so that the browser still counts the click when its dialog opens. */
export const loadPasskeys = () => import('@simplewebauthn/browser')

type Library = Awaited<ReturnType<typeof loadPasskeys>>
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']

/** Asks the browser to sign a challenge with a passkey. */
export async function signWithPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await loadSupported()
  // The service created the options with the library of the same project.
  return startAuthentication({ optionsJSON: options as RequestOptions }).catch(fail)
}

/** Asks the browser to create a passkey. */
export async function createPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await loadSupported()
  return startRegistration({ optionsJSON: options as CreationOptions }).catch(fail)
}

async function loadSupported(): Promise<Library> {
  const library = await loadPasskeys().catch((cause: unknown) => {
    throw notLoaded(cause)
  })
  if (!library.browserSupportsWebAuthn()) {
    throw new ApiError({ code: NO_RESPONSE, message: currentTexts().passkey.notSupported })
  }
  return library
}

function fail(cause: unknown): never {
  throw new ApiError({ code: NO_RESPONSE, message: passkeyFailure(cause, currentTexts().passkey), cause })
}
