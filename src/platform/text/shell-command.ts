/** Words with only these characters need no quotes in a POSIX shell. */
const PLAIN_WORD = /^[A-Za-z0-9_/:.,@%+=-]+$/

/**
 * Returns a command that can be pasted into a shell: words with other characters are quoted.
 *
 * @example
 * shellCommand(['castellan', 'policy', 'add', 'auditor', '*', '/a/*']) // "castellan policy add auditor '*' '/a/*'"
 */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

/** Returns a text as one word of a shell command. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
