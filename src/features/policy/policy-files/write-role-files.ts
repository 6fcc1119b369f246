import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { groupByRole, isValidRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ADMIN_ROLE_KEY, DATA_SCOPE_NAMES, type Role } from '../../../core/role/role.ts'
import { STATES } from '../../../core/user/status.ts'
import { compareTexts } from '../../../platform/text/compare-texts.ts'
import { formatEndpoint } from './endpoint-text.ts'

/** Writes a file for every role except admin. Throws if the folder contains YAML files, which are not overwritten. */
export function writeRoleFiles(
  folder: string,
  { roles, rules }: { readonly roles: readonly Role[]; readonly rules: readonly PolicyRule[] },
) {
  if (existsSync(folder) && readdirSync(folder).some((name) => /\.ya?ml$/i.test(name)))
    throw new Error(`${folder} contains YAML files already. Fix: choose an empty folder`)
  mkdirSync(folder, { recursive: true })
  const validByRole = groupByRole(rules.filter(isValidRule))
  const taken = new Set<string>()
  const files = roles
    .filter(({ roleKey }) => roleKey !== ADMIN_ROLE_KEY)
    .map((role) => {
      const name = nameOfRoleFile(role.roleKey, taken)
      taken.add(name.toLowerCase())
      const file = join(folder, name)
      writeFileSync(file, formatRoleFile(role, validByRole.get(role.roleKey) ?? []), { flag: 'wx' })
      return file
    })
  // Only a database that was edited by hand can have rules that allow nothing.
  return { files, ignoredRules: rules.filter((rule) => !isValidRule(rule)) }
}

/**
 * Returns the text of a role file with one role, which `readRoleFiles` reads. The rules are sorted, so that a file
 * differs only if a rule does.
 */
function formatRoleFile(role: Role, rules: readonly PolicyRule[]): string {
  const { roleKey, roleName, dataScope, deptIds, status, remark } = role
  const sorted = rules.toSorted((a, b) => compareTexts(a.path, b.path) || compareTexts(a.method, b.method))
  const content = {
    roleKey,
    roleName,
    dataScope: nameOf(dataScope, DATA_SCOPE_NAMES),
    ...(deptIds.length > 0 || dataScope === DATA_SCOPE_NAMES.custom ? { deptIds } : {}),
    status: nameOf(status, STATES),
    remark,
    rules: sorted.map(formatEndpoint),
  }
  return stringify({ roles: [content] }, { lineWidth: 0 })
}

/** Returns the name of a file for a role. Key characters that not every file system accepts are replaced. */
function nameOfRoleFile(roleKey: string, taken: ReadonlySet<string>): string {
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
