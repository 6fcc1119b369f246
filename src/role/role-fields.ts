import { DATA_SCOPES, type DataScope } from './role.ts'

const ROLE_KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/
const MAX_ROLE_NAME = 128
const MAX_REMARK = 1024

/** Says what is wrong with the fields of a role that are given, or nothing. */
export function problemOfRole(fields: {
  readonly roleKey?: string | undefined
  readonly roleName?: string | undefined
  readonly remark?: string | undefined
}): string | undefined {
  const { roleKey, roleName, remark = '' } = fields
  if (roleKey !== undefined && !ROLE_KEY.test(roleKey)) {
    return '"roleKey" has 1 to 64 of the characters A-Z a-z 0-9 _ . : - and begins with a letter or digit.'
  }
  if (roleName !== undefined && !isOneLine(roleName, 1, MAX_ROLE_NAME)) {
    return `"roleName" has 1 to ${MAX_ROLE_NAME} characters and no control characters.`
  }
  if (!isOneLine(remark, 0, MAX_REMARK)) return `"remark" has at most ${MAX_REMARK} characters, on one line.`
  return undefined
}

function isOneLine(text: string, min: number, max: number): boolean {
  const { length } = [...text]
  return length >= min && length <= max && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

export function isDataScope(text: string): text is DataScope {
  return DATA_SCOPES.some((scope) => scope === text)
}
