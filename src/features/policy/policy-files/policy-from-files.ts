import { createReadStream } from 'node:fs'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { parseCasbinCsv } from '../../../core/permission/rules/casbin-csv.ts'
import { ADMIN_ROLE_KEY, DEFAULT_DATA_SCOPE, type Role } from '../../../core/role/role.ts'
import { ENABLED } from '../../../core/user/status.ts'
import { FileProblems } from '../../../platform/cli/context/file-problem.ts'
import { readRoleFiles } from './role-files.ts'

/** The roles and rules of files, as if they were stored. */
export interface FilePolicy {
  readonly roles: readonly Role[]
  readonly rules: readonly PolicyRule[]
}

const MAX_RULES = 1_000_000

/** Reads a Casbin CSV file, or role files. Throws `FileProblems` with every mistake. The role admin always exists. */
export async function readPolicyFiles(path: string): Promise<FilePolicy> {
  const { roles, rules } = /\.csv$/i.test(path) ? await readCsv(path) : readRoles(path)
  return { roles: [roleOf(ADMIN_ROLE_KEY), ...roles], rules }
}

function readRoles(path: string): FilePolicy {
  const declared = readRoleFiles(path)
  return {
    roles: declared.map(({ roleKey, status }) => roleOf(roleKey, status)),
    rules: declared.flatMap(({ roleKey, rules }) => rules.map((rule) => ({ roleKey, ...rule }))),
  }
}

/** A role exists if it has a rule: the format has no other way to name it. */
async function readCsv(path: string): Promise<FilePolicy> {
  const read = await parseCasbinCsv(createReadStream(path, 'utf8'), { maxRules: MAX_RULES }).catch(
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const problem = `the file cannot be read (${code}). Fix: correct its path or its permissions`
      throw new FileProblems([{ file: path, line: 0, problem }])
    },
  )
  const { rules, problems } = read
  if (problems.length > 0) {
    throw new FileProblems(problems.map(({ line, problem }) => ({ file: path, line, problem: problem.en })))
  }
  const keys = new Set(rules.map(({ roleKey }) => roleKey))
  return { roles: [...keys].map((roleKey) => roleOf(roleKey)), rules }
}

function roleOf(roleKey: string, status: string = ENABLED): Role {
  return {
    roleId: 0,
    roleKey,
    roleName: roleKey,
    dataScope: DEFAULT_DATA_SCOPE,
    deptIds: [],
    status,
    remark: '',
    revision: 0,
    createdAt: '',
    updatedAt: '',
  }
}
