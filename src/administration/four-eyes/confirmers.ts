/** With one confirmer, only somebody else could make changes. */
export const MIN_CONFIRMERS = 2

/** Returns what is wrong with the number of enabled users with the role `admin` without an end, and what to do. */
export function problemOfConfirmers(
  count: number,
): { readonly found: string; readonly fix: string } | undefined {
  if (count >= MIN_CONFIRMERS) return undefined
  return {
    found: `administration.fourEyes.operations requires two enabled users with the role admin without an end, who confirm the changes of each other, and there ${count === 1 ? 'is 1' : 'are none'}`,
    fix: 'add them on this machine with: castellan user add NAME --role admin (or castellan user enable NAME). Or remove the setting',
  }
}
