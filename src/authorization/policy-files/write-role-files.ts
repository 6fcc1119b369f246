import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_ROLE_KEY, type Role } from '../../accounts/role/role.ts'
import { findRuleProblem, groupByRole, type PolicyRule } from '../permission/policy-rule.ts'
import { formatRoleFile, nameOfRoleFile } from './format-role-file.ts'

export interface WrittenRoleFiles {
  readonly files: readonly string[]
  /** Rules that only a database that was edited by hand can have. They allow nothing. */
  readonly ignoredRules: readonly PolicyRule[]
}

/** Writes a file for every role except admin. Throws if the folder contains YAML files, which are not overwritten. */
export function writeRoleFiles(
  folder: string,
  { roles, rules }: { readonly roles: readonly Role[]; readonly rules: readonly PolicyRule[] },
): WrittenRoleFiles {
  if (existsSync(folder) && readdirSync(folder).some((name) => /\.ya?ml$/i.test(name)))
    throw new Error(`${folder} contains YAML files already. Fix: choose an empty folder`)
  mkdirSync(folder, { recursive: true })
  const validByRole = groupByRole(rules.filter((rule) => findRuleProblem(rule) === undefined))
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
  return { files, ignoredRules: rules.filter((rule) => findRuleProblem(rule) !== undefined) }
}
