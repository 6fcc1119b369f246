/** Returns the rules, or the recorded calls, of each role, in their order. */
export function groupByRole<Item extends { readonly roleKey: string }>(
  items: readonly Item[],
): ReadonlyMap<string, Item[]> {
  const byRole = new Map<string, Item[]>()
  for (const item of items) {
    const others = byRole.get(item.roleKey)
    if (others) others.push(item)
    else byRole.set(item.roleKey, [item])
  }
  return byRole
}
