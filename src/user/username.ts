import { withoutLookAlikes } from './look-alikes.ts'

/**
 * The form in which usernames are compared for uniqueness: two accounts must not differ only by letter case, by
 * Unicode's compatible spellings, or by a character of another script that looks like one of ASCII ("admin" with the
 * Cyrillic "а"). Characters of ASCII are never taken for each other: "user1" and "userl" are two. Logging in takes the
 * exact name.
 *
 * At most 18 times as long as the name: no character has a longer compatible spelling, and a look-alike is one character.
 */
export function usernameKey(username: string): string {
  // Once as it is written, and once decomposed: a letter is recognised under its accents too.
  const plain = withoutLookAlikes(username).normalize('NFKD').toLowerCase().normalize('NFKD')
  return withoutLookAlikes(plain).normalize('NFC')
}
