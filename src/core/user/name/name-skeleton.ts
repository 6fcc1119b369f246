import { usernameKey } from './username.ts'

const SEPARATORS = /[-._\s]/g

/** ASCII characters that look alike, in lower case. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', '|': 'l', 5: 's' }

/**
 * Returns a text that is the same for usernames that look alike within ASCII, such as "be1a" and "bela", or "anna.m" and "anna-rn".
 * Such names are allowed, because many have good reasons, but operators are told. Returns an empty text for a name of separators.
 */
export function nameSkeleton(username: string): string {
  return usernameKey(username)
    .replaceAll(SEPARATORS, '')
    .replaceAll(/[01i|5]/g, (character) => LOOKS_LIKE[character] ?? character)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
