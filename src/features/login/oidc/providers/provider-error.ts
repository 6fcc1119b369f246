/** An identity provider that cannot be reached, or does not respond in time or as documented. */
export class ProviderOutage extends Error {
  override readonly name = 'ProviderOutage'
}

/** A response of an identity provider that must not log anybody in. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
}

const MAX_CAUSES = 5

/** Whether the error is, or is caused by, an outage of the provider. */
export function isOutage(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof ProviderOutage) return true
    current = current.cause
  }
  return false
}

const MAX_TEXT_LENGTH = 200

/**
 * Returns what went wrong, for the log: the messages of the error and of its causes. They contain no token, code or secret:
 * what the provider sent is only in members that are not read here, besides the error code of OAuth.
 */
export function describeProviderError(error: unknown): string {
  const texts: string[] = []
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    const code = 'error' in current && typeof current.error === 'string' ? ` (${current.error})` : ''
    const text = printable(current.message + code)
    if (!texts.includes(text)) texts.push(text)
    current = current.cause
  }
  return texts.join(': ') || 'unknown error'
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_TEXT_LENGTH)
}
