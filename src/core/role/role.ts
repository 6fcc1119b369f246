import type { InputProblem, LocalizedText } from '../../platform/refusal/refusal.ts'
import { isPrintable, problemOfName } from '../../platform/text/printable-text.ts'

/** "1" all, "2" custom departments, "3" own department, "4" own department and below, "5" own data only. */
export const DATA_SCOPES = ['1', '2', '3', '4', '5'] as const
export type DataScope = (typeof DATA_SCOPES)[number]

/** The names of data scopes on the command line and in files. */
export const DATA_SCOPE_NAMES = {
  all: '1',
  custom: '2',
  department: '3',
  'department-and-below': '4',
  own: '5',
} as const satisfies Record<string, DataScope>

/** The names of data scopes in messages. */
export const DATA_SCOPE_TEXTS: Readonly<Record<string, LocalizedText>> = {
  '1': { en: 'all data', zh: '全部数据' },
  '2': { en: 'custom departments', zh: '自定义部门' },
  '3': { en: 'own department', zh: '本部门' },
  '4': { en: 'own department and below', zh: '本部门及以下' },
  '5': { en: 'own data only', zh: '仅本人数据' },
}

/** The data scope of a new role that names none: the narrowest. */
export const DEFAULT_DATA_SCOPE: DataScope = DATA_SCOPE_NAMES.own

/** A user with this role passes the permission check without a policy rule (docs/specification.md, 5a). */
export const ADMIN_ROLE_KEY = 'admin'

const ROLE_KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/
const MAX_ROLE_NAME_LENGTH = 128
const MAX_REMARK_LENGTH = 1024

/** A role as the endpoints return it. */
export interface Role {
  readonly roleId: number
  readonly roleName: string
  readonly roleKey: string
  readonly dataScope: string
  /** The departments of data scope 2, in ascending order. */
  readonly deptIds: readonly number[]
  readonly status: string
  readonly remark: string
  /** Increases with every change. A change that sends it is refused if the role has been changed since. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Returns what is wrong with the given fields of a role, or undefined. */
export function problemOfRole(fields: {
  readonly roleKey?: string | undefined
  readonly roleName?: string | undefined
  readonly remark?: string | undefined
}): InputProblem | undefined {
  const { roleKey, roleName, remark = '' } = fields
  if (roleKey !== undefined && !ROLE_KEY.test(roleKey)) {
    return {
      field: 'roleKey',
      en: 'roleKey must have 1 to 64 of the characters A-Z a-z 0-9 _ . : - and start with a letter or digit.',
      zh: 'roleKey 须为 1 至 64 个字符，只能包含 A-Z a-z 0-9 _ . : -，并以字母或数字开头。',
    }
  }
  if (roleName !== undefined && !isSingleLine(roleName, 1, MAX_ROLE_NAME_LENGTH)) {
    return {
      field: 'roleName',
      en: `roleName must have 1 to ${MAX_ROLE_NAME_LENGTH} characters and no control characters.`,
      zh: `roleName 须为 1 至 ${MAX_ROLE_NAME_LENGTH} 个字符，且不能包含控制字符。`,
    }
  }
  const problem = problemOfName(roleName ?? '')
  if (problem) return { field: 'roleName', en: `roleName ${problem.en}`, zh: `roleName ${problem.zh}` }
  if (!isSingleLine(remark, 0, MAX_REMARK_LENGTH)) {
    return {
      field: 'remark',
      en: `remark must have at most ${MAX_REMARK_LENGTH} characters, on one line.`,
      zh: `remark 最多 ${MAX_REMARK_LENGTH} 个字符，且不能换行。`,
    }
  }
  return undefined
}

/** Returns the departments in the column `dept_ids`. What is not the id of a department is left out. */
export function parseDepartments(column: string): readonly number[] {
  return column
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** Returns each department once, in ascending order. */
export function sortedDepartments(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((one, other) => one - other)
}

/** Returns the departments in the form in which they are stored. */
export function formatDepartments(ids: readonly number[]): string {
  return sortedDepartments(ids).join(',')
}

export function isDataScope(text: string): text is DataScope {
  return DATA_SCOPES.some((scope) => scope === text)
}

function isSingleLine(text: string, min: number, max: number): boolean {
  const { length } = [...text]
  return length >= min && length <= max && isPrintable(text)
}

/** The fields by which roles can be sorted. */
export const ROLE_ORDERS = ['roleId', 'roleKey', 'roleName', 'createdAt'] as const

export interface RoleOrder {
  readonly by: (typeof ROLE_ORDERS)[number]
  readonly descending: boolean
}
