import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { findRuleProblem } from '../../../core/permission/policy-rule.ts'
import {
  ADMIN_ROLE_KEY,
  DATA_SCOPE_NAMES,
  problemOfRole,
  sortedDepartments,
} from '../../../core/role/role.ts'
import { STATES } from '../../../core/user/status.ts'
import {
  createProblemList,
  FileProblems,
  type ProblemList,
} from '../../../platform/cli/context/file-problem.ts'
import { readYamlFile, type YamlValue } from '../../../platform/cli/context/yaml-file.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import type { DeclaredRole } from './declared-role.ts'
import { endpointProblem, formatEndpoint, parseEndpoint } from './endpoint-text.ts'

const MAX_FILES = 1000

const FILE_KEYS = { of: 'a role file', required: ['roles'], optional: [] } as const
const ROLE_KEYS = {
  of: 'a role',
  // Required although they have defaults elsewhere: an omission must neither widen a role nor remove its rules.
  required: ['roleKey', 'roleName', 'dataScope', 'rules'],
  optional: ['deptIds', 'status', 'remark'],
} as const

/**
 * Reads the roles of a file, or of all YAML files in a folder and its subfolders. Throws `FileProblems` with every
 * mistake. Files without any role are one: in the wrong folder, every role would seem to be superfluous.
 * See docs/decisions/0035-policy-as-code.md.
 */
export function readRoleFiles(path: string): DeclaredRole[] {
  const problems = createProblemList()
  const places = new Map<string, YamlValue>()
  const roles: DeclaredRole[] = []
  const files = filesOf(path)
  const special = files.find((file) => file !== path && isSpecial(file))
  if (special !== undefined) throw wholePath(special, 'this is not a regular file. Fix: remove it')
  for (const file of files) {
    for (const value of roleValuesOf(file, problems)) {
      const role = roleOf(value)
      if (role === undefined) continue
      const earlier = places.get(role.roleKey)
      places.set(role.roleKey, earlier ?? value)
      if (earlier === undefined) roles.push(role)
      else {
        value.report(
          `the role ${quoted(role.roleKey)} is already in ${placeOf(earlier)}. Fix: write it in one place`,
        )
      }
    }
  }
  problems.throwIfAny()
  if (roles.length === 0) throw wholePath(path, 'there are no roles in it. Fix: add at least one role')
  return roles
}

/** Returns the YAML files of a folder, sorted. Names that start with a dot are skipped. */
function filesOf(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw wholePath(path, 'the file or folder does not exist. Fix: correct its path')
  if (!stats.isDirectory()) return [path]
  const files = namesBelow(path)
    .filter((name) => /\.ya?ml$/i.test(name))
    .toSorted()
  if (files.length === 0) {
    throw wholePath(path, 'there are no .yml files in the folder. Fix: correct its path, or add a file')
  }
  if (files.length > MAX_FILES)
    throw wholePath(path, `the folder has more than ${MAX_FILES} .yml files. Fix: merge some of them`)
  return files.map((name) => join(path, name))
}

/**
 * Returns the names of everything in a folder and its subfolders that is not a folder, relative to it. Links to folders are not followed,
 * because they can form circles: the recursive `readdir` of Node 24 follows them.
 */
function namesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) =>
      entry.isDirectory()
        ? namesBelow(join(folder, entry.name)).map((name) => join(entry.name, name))
        : [entry.name],
    )
}

/** Reading a named pipe in a folder would wait for a writer. */
function isSpecial(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isFile()
}

function wholePath(file: string, problem: string): FileProblems {
  return new FileProblems([{ file, line: 0, problem }])
}

function roleValuesOf(file: string, problems: ProblemList): readonly YamlValue[] {
  return readYamlFile(file, problems)?.map(FILE_KEYS)?.get('roles')?.list() ?? []
}

function roleOf(value: YamlValue): DeclaredRole | undefined {
  const values = value.map(ROLE_KEYS)
  if (values === undefined) return undefined
  const roleKey = values.get('roleKey')?.text()
  const roleName = values.get('roleName')?.text()
  const remark = values.get('remark')?.text() ?? ''
  const dataScope = choiceOf(values.get('dataScope'), DATA_SCOPE_NAMES)
  const status = values.has('status') ? choiceOf(values.get('status'), STATES) : STATES.enabled
  const deptIds = values.has('deptIds') ? departmentsOf(values.get('deptIds')) : []
  const rules = rulesOf(values.get('rules'))
  const problem = problemOfRole({ roleKey, roleName, remark })
  if (problem !== undefined) {
    const place = ROLE_KEYS.required.find((name) => name === problem.field) ?? 'remark'
    ;(values.get(place) ?? value).report(problem.en)
  }
  if (dataScope === DATA_SCOPE_NAMES.custom && !values.has('deptIds')) value.report(NO_DEPARTMENTS)
  if (roleKey === ADMIN_ROLE_KEY) value.report(ADMIN_ROLE)
  if (roleKey === undefined || roleName === undefined || dataScope === undefined) return undefined
  if (status === undefined || rules === undefined || deptIds === undefined) return undefined
  return { roleKey, roleName, dataScope, deptIds, status, remark, rules }
}

const ADMIN_ROLE =
  'the role "admin" cannot be managed with files: it is always enabled and may call everything. Fix: remove it'

const NO_DEPARTMENTS =
  'a role with the data scope "custom" has no deptIds. Fix: add the key deptIds with the numbers of its departments'

/** Returns the ids of departments. Whether they exist is decided when they are stored. */
function departmentsOf(value: YamlValue | undefined): readonly number[] | undefined {
  const ids = value?.list()?.map((item) => {
    const text = item.text()
    const id = /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
    if (text !== undefined && id === 0) {
      item.report(`${quoted(text)} is not the number of a department. Fix: see "castellan dept list"`)
    }
    return id
  })
  return ids && sortedDepartments(ids)
}

function choiceOf<Code extends string>(value: YamlValue | undefined, codes: Readonly<Record<string, Code>>) {
  const text = value?.text()
  if (value === undefined || text === undefined) return undefined
  const code = Object.entries(codes).find(([name]) => name === text)?.[1]
  if (code === undefined)
    value.report(`${quoted(text)} is unknown. Fix: write one of ${Object.keys(codes).join(', ')}`)
  return code
}

/** Returns the valid rules of a role. Reports the others. */
function rulesOf(value: YamlValue | undefined): Endpoint[] | undefined {
  const places = new Map<string, YamlValue>()
  return value?.list()?.flatMap((item) => {
    const text = item.text()
    if (text === undefined) return []
    const rule = parseEndpoint(text)
    const problem = problemOfRule(text, rule)
    if (rule === undefined || problem !== undefined) {
      item.report(problem ?? '')
      return []
    }
    const key = formatEndpoint(rule)
    const earlier = places.get(key)
    places.set(key, earlier ?? item)
    if (earlier === undefined) return [rule]
    item.report(`the rule ${quoted(key)} is already in ${placeOf(earlier)}. Fix: remove one of the two`)
    return []
  })
}

function problemOfRule(text: string, rule: Endpoint | undefined): string | undefined {
  if (rule === undefined) return endpointProblem(text, 'GET /api/v1/orders/:id')
  return findRuleProblem(rule)?.en
}

function placeOf({ file, line }: YamlValue): string {
  return `${file}:${line}`
}
