import type { InputProblem } from '../../platform/refusal/refusal.ts'
import { isPrintable, problemOfName } from '../../platform/text/printable-text.ts'

/** The parent of departments at the top, and the department of users who are in none. */
export const NO_DEPARTMENT = 0

/** The maximum number of levels of the tree. */
export const MAX_LEVELS = 50

const MAX_LENGTH = { deptName: 128, leader: 128, phone: 64, email: 255 } as const
const MAX_SORT = 1_000_000

/** A department as the endpoints return it. */
export interface Department {
  readonly deptId: number
  /** 0 at the top. */
  readonly parentId: number
  readonly deptName: string
  /** The place among the departments with the same parent. */
  readonly sort: number
  /** A text for people. It grants nothing. */
  readonly leader: string
  readonly phone: string
  readonly email: string
  readonly status: string
  /** Increases with every change. A change that sends it is refused if the department has been changed since. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** The place and the status of a department. */
export type DepartmentNode = Pick<Department, 'deptId' | 'parentId' | 'status'>

/** The fields by which departments can be sorted. `tree` is by parent, place and id. */
export const DEPARTMENT_ORDERS = ['tree', 'deptId', 'deptName'] as const

export interface DepartmentOrder {
  readonly by: (typeof DEPARTMENT_ORDERS)[number]
  readonly descending: boolean
}

/** Returns what is wrong with the given fields of a department, or undefined. */
export function problemOfDepartment(
  fields: {
    readonly [Field in keyof typeof MAX_LENGTH | 'sort']?: Department[Field] | undefined
  },
): InputProblem | undefined {
  for (const field of ['deptName', 'leader', 'phone', 'email'] as const) {
    const text = fields[field]
    if (text === undefined) continue
    const min = field === 'deptName' ? 1 : 0
    const { length } = [...text]
    if (length < min || length > MAX_LENGTH[field] || !isPrintable(text)) {
      return {
        field,
        en: `${field} must have ${min} to ${MAX_LENGTH[field]} characters and no control characters.`,
        zh: `${field} 须为 ${min} 至 ${MAX_LENGTH[field]} 个字符，且不能包含控制字符。`,
      }
    }
  }
  const problem = problemOfName(fields.deptName ?? '')
  if (problem) return { field: 'deptName', en: `deptName ${problem.en}`, zh: `deptName ${problem.zh}` }
  const { sort = 0 } = fields
  if (Number.isSafeInteger(sort) && sort >= 0 && sort <= MAX_SORT) return undefined
  return {
    field: 'sort',
    en: `sort must be a whole number from 0 to ${MAX_SORT}.`,
    zh: `sort 须为 0 至 ${MAX_SORT} 的整数。`,
  }
}
