/**
 * Returns a number with its noun.
 *
 * @example
 * counted(1, 'session')          // '1 session'
 * counted(2, 'entry', 'entries') // '2 entries'
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
