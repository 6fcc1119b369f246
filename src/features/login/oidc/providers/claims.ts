import { NO_DEPARTMENT } from '../../../../core/department/department.ts'
import { isJsonObject } from '../../../../platform/text/json-object.ts'
import {
  type ClaimCondition,
  type ClaimPath,
  CONFIRMED_CLAIMS,
  type DepartmentMapping,
  type RoleMapping,
} from '../settings/oidc-claims.ts'
import type { Json } from './provider-response.ts'

const MAX_VALUES = 10_000

/** Returns the values of a claim as texts: none if it is missing, several if it is a list. */
export function claimValues(claims: Json, path: ClaimPath): readonly string[] {
  let value: unknown = claims
  for (const name of path) {
    // Own members only: `constructor` is not a claim.
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value]
  return values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )
}

/** Returns the text of a claim, or an empty text if it is missing or a list. */
export function claimText(claims: Json, path: ClaimPath): string {
  const values = claimValues(claims, path)
  return values.length === 1 ? (values[0] ?? '') : ''
}

export function meets(claims: Json, { claim, value }: ClaimCondition): boolean {
  return claimValues(claims, claim).includes(value)
}

/** Returns the key of the first role whose condition is met, otherwise the default role; undefined if there is none. */
export function roleKeyOf(
  claims: Json,
  { roles, defaultRole }: { readonly roles: readonly RoleMapping[]; readonly defaultRole: string },
): string | undefined {
  const mapped = roles.find((mapping) => meets(claims, mapping))
  return mapped?.role ?? (defaultRole || undefined)
}

/**
 * Returns the department of the first mapping whose condition is met, or 0 for none. Returns undefined without mappings: then
 * the provider does not decide about departments. See docs/decisions/0069-departments-from-groups-and-claims.md.
 */
export function departmentOf(claims: Json, mappings: readonly DepartmentMapping[]): number | undefined {
  if (mappings.length === 0) return undefined
  return mappings.find((mapping) => meets(claims, mapping))?.department ?? NO_DEPARTMENT
}

/**
 * Returns the claims of the ID token, and those that only the user info endpoint has. A flag says something about the address
 * of the same response only: the other response may have another address.
 */
export function mergedClaims(idToken: Json, userInfo: Json): Json {
  const merged: Record<string, unknown> = { ...userInfo, ...idToken }
  for (const [name, flag] of CONFIRMED_CLAIMS) {
    merged[flag] = (Object.hasOwn(idToken, name) ? idToken : userInfo)[flag]
  }
  return merged
}

/**
 * Returns the claims without an e-mail address or a phone number that the provider does not confirm: only the value true does.
 * With `assumeVerified`, what the provider says nothing about remains.
 */
export function verifiedClaims(claims: Json, { assumeVerified }: { readonly assumeVerified: boolean }): Json {
  const isUsed = assumeVerified ? isNotDenied : (flag: unknown) => flag === true
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => {
      const flag = CONFIRMED_CLAIMS.get(name)
      return flag === undefined || isUsed(claims[flag])
    }),
  )
}

/** Some providers send the flag as a text, and others do not send it. */
function isNotDenied(flag: unknown): boolean {
  return flag === undefined || flag === true || flag === 'true'
}
