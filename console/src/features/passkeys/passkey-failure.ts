import type { Texts } from '../../languages/en.ts'

/** Returns why the browser did not create or use a passkey. */
export function passkeyFailure(cause: unknown, passkey: Texts['passkey']): string {
  const name = cause instanceof Error ? cause.name : String(cause)
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return passkey.cancelled
    case 'InvalidStateError':
      return passkey.alreadyAdded
    case 'SecurityError':
      return passkey.otherSite
    case 'NotSupportedError':
    case 'ConstraintError':
      return passkey.deviceNotSuitable
    default:
      return passkey.failed(name)
  }
}
