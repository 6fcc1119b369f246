/**
 * The form in which usernames are compared for uniqueness: two accounts must not differ only by letter case or by
 * Unicode's compatible spellings. Logging in takes the exact name.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC')
}
