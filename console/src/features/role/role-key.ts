/** Proposes a key for a role with this name; an empty text if the name has no Latin letters or digits. */
export function proposedRoleKey(roleName: string): string {
  return roleName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
}
