import { departmentId } from '../../../../core/department/department-id.ts'
import { record, recordList } from '../../../../platform/settings/list-types.ts'
import {
  type Outcome,
  readingOf,
  type Setting,
  text,
  type ValuesOf,
} from '../../../../platform/settings/setting.ts'

/** The names that lead to a claim: `realm_access.roles` is `['realm_access', 'roles']`. */
export type ClaimPath = readonly string[]

/** The claims that users may choose freely, and the claims by which the provider confirms that it has verified them. */
export const CONFIRMED_CLAIMS: ReadonlyMap<string, string> = new Map([
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
])

const MAX_PATH_LENGTH = 10
const MAX_TEXT_LENGTH = 255

/** Declares the path of a claim: a text with dots, or a list of names, which may contain dots themselves. */
export function claimPath(declared: {
  readonly default: ClaimPath
  readonly doc: string
}): Setting<ClaimPath, string | ClaimPath> {
  return {
    ...declared,
    typeName: 'path of a claim',
    example: ['realm_access', 'roles'],
    fix: 'write for example realm_access.roles',
    secret: false,
    fromText: (given) => given,
    read: readingOf(readPath),
  }
}

function readPath(given: unknown): Outcome<ClaimPath> {
  const path: unknown = typeof given === 'string' ? given.split('.') : given
  const names: readonly unknown[] = Array.isArray(path) ? path : []
  const isPath = names.length > 0 && names.length <= MAX_PATH_LENGTH && names.every(isShortText)
  return isPath ? { value: names } : { problem: 'is not a path such as groups or realm_access.roles' }
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH
}

const condition = {
  claim: claimPath({ default: [], doc: 'The claim.' }),
  value: text({
    required: true,
    maxLength: MAX_TEXT_LENGTH,
    doc: 'The text that the claim must be or, if it is a list, contain.',
    example: 'staff',
  }),
}

const roleMapping = {
  ...condition,
  role: text({ required: true, maxLength: MAX_TEXT_LENGTH, doc: 'Role key.', example: 'editor' }),
}

/** A claim and a value that it must have or, if it is a list, contain. */
export type ClaimCondition = ValuesOf<typeof condition>

/** Users who meet the condition get the role. */
export type RoleMapping = ValuesOf<typeof roleMapping>

const departmentMapping = { ...condition, department: departmentId }

/** Users who meet the condition are in the department. */
export type DepartmentMapping = ValuesOf<typeof departmentMapping>

type AsWritten<Condition> = Omit<Condition, 'claim'> & { readonly claim: string | ClaimPath }

export const requiredClaims = recordList<ClaimCondition, AsWritten<ClaimCondition>>({
  typeName: 'list of `{claim, value}`',
  doc: 'All must be met, otherwise the login is refused.',
  entry: record({ fields: condition }),
})

export const roleMappings = recordList<RoleMapping, AsWritten<RoleMapping>>({
  typeName: 'list of `{claim, value, role}`',
  doc: 'The first one that is met decides the role.',
  entry: record({ fields: roleMapping }),
})

export const departmentMappings = recordList<DepartmentMapping, AsWritten<DepartmentMapping>>({
  typeName: 'list of `{claim, value, department}`',
  doc: 'The first one that is met decides the department; if none is met, the user is in no department. Empty: departments are not taken from the provider.',
  entry: record({ fields: departmentMapping }),
})
