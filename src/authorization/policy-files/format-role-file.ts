import { stringify } from 'yaml'
import { DATA_SCOPE_NAMES, type Role } from '../../accounts/role/role.ts'
import { STATES } from '../../accounts/status.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { formatEndpoint } from './endpoint-text.ts'

/**
 * Returns the text of a role file with one role, which `readRoleFiles` reads. The rules are sorted, so that a file
 * differs only if a rule does.
 */
export function formatRoleFile(role: Role, rules: readonly PolicyRule[]): string {
  const { roleKey, roleName, dataScope, status, remark } = role
  const sorted = rules.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  const content = {
    roleKey,
    roleName,
    dataScope: nameOf(dataScope, DATA_SCOPE_NAMES),
    status: nameOf(status, STATES),
    remark,
    rules: sorted.map(formatEndpoint),
  }
  return stringify({ roles: [content] }, { lineWidth: 0 })
}

/** Returns the name of a file for a role. Key characters that not every file system accepts are replaced. */
export function nameOfRoleFile(roleKey: string, taken: ReadonlySet<string>): string {
  const base = roleKey.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replace(/^\./, '_')
  for (let i = 1; ; i++) {
    const name = `${base}${i === 1 ? '' : `-${i}`}.yml`
    // Some file systems do not distinguish case.
    if (!taken.has(name.toLowerCase())) return name
  }
}

function nameOf(code: string, codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes).find(([, known]) => known === code)?.[0] ?? code
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
