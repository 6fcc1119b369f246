import type { JsonValue } from '../list-types.ts'
import { isPlainObject, type Outcome, quotedValue } from '../setting.ts'

/** The names that lead to a claim: `realm_access.roles` is `['realm_access', 'roles']`. */
export type ClaimPath = readonly string[]

/** A claim and a value that it must have or, if it is a list, contain. */
export interface ClaimCondition {
  readonly claim: ClaimPath
  readonly value: string
}

/** Users who meet the condition get the role. */
export interface RoleMapping extends ClaimCondition {
  readonly role: string
}

/** The claims that users may choose freely, and the claims by which the provider confirms that it has verified them. */
export const CONFIRMED_CLAIMS: ReadonlyMap<string, string> = new Map([
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
])

const MAX_CONDITIONS = 200
const MAX_PATH_LENGTH = 10
const MAX_TEXT_LENGTH = 255

/** Reads a path: a text with dots, or a list of names, which may contain dots themselves. */
export function readClaimPath(given: JsonValue): Outcome<ClaimPath> {
  const path = typeof given === 'string' ? given.split('.') : given
  if (
    !Array.isArray(path) ||
    path.length === 0 ||
    path.length > MAX_PATH_LENGTH ||
    !path.every(isShortText)
  ) {
    return { problem: 'has a claim that is not a path such as groups or realm_access.roles' }
  }
  return { value: path }
}

/** Reads `requiredClaims`: a list of `{claim, value}`. */
export function readRequiredClaims(given: JsonValue): Outcome<readonly ClaimCondition[]> {
  return readConditions('requiredClaims', given, ['claim', 'value'], (condition) => ({ value: condition }))
}

/** Reads `roles`: a list of `{claim, value, role}`. */
export function readRoleMappings(given: JsonValue): Outcome<readonly RoleMapping[]> {
  return readConditions('roles', given, ['claim', 'value', 'role'], (condition, { role = null }) =>
    isShortText(role) ? { value: { ...condition, role } } : { problem: 'has no role, such as editor' },
  )
}

function readConditions<Condition>(
  name: string,
  given: JsonValue,
  keys: readonly string[],
  complete: (condition: ClaimCondition, record: Readonly<Record<string, JsonValue>>) => Outcome<Condition>,
): Outcome<readonly Condition[]> {
  const form = `{${keys.join(', ')}}`
  if (!Array.isArray(given) || given.length > MAX_CONDITIONS) {
    return { problem: `has ${name} that are not a list of at most ${MAX_CONDITIONS} ${form}` }
  }
  const conditions: Condition[] = []
  for (const [index, record] of given.entries()) {
    const outcome = readCondition(record)
    if ('problem' in outcome)
      return { problem: `has a wrong entry ${index + 1} in ${name}: it ${outcome.problem}` }
    conditions.push(outcome.value)
  }
  return { value: conditions }

  function readCondition(record: JsonValue): Outcome<Condition> {
    if (!isRecord(record)) return { problem: `is not ${form}` }
    const unknown = Object.keys(record).find((key) => !keys.includes(key))
    if (unknown !== undefined)
      return { problem: `has the key ${quotedValue(unknown)}; allowed are ${keys.join(', ')}` }
    const { claim = null, value = null } = record
    const path = readClaimPath(claim)
    if ('problem' in path) return path
    if (!isShortText(value)) return { problem: 'has no value: write the text that the claim must have' }
    return complete({ claim: path.value, value }, record)
  }
}

function isRecord(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return isPlainObject(value)
}

function isShortText(value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH
}
