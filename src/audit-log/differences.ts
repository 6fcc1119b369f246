/** The fields in which two states of a thing differ, as they were and as they are; not the time, which the entry has. */
export function differencesOf<T extends object>(before: T, after: T): { before: object; after: object } {
  const were = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => were.get(name) !== value && name !== 'updatedAt',
  )
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, were.get(name)])),
    after: Object.fromEntries(changed),
  }
}
