import { Util } from 'casbin'
import type { Endpoint } from '../../../src/core/permission/exclusion-list.ts'
import {
  type PathPattern,
  parsePathPattern,
  patternMatches,
} from '../../../src/core/permission/patterns/path-pattern.ts'
import { findRuleProblem, type PolicyRule } from '../../../src/core/permission/policy-rule.ts'

export interface Call {
  readonly roleKey: string
  readonly path: string
  readonly method: string
}

/** A reference permission check that follows docs/specification.md, 5a to 5d, and tests every rule in order. */
export interface PermissionModel {
  mayCall(call: Call): boolean
  /** The same decision by Casbin with go-admin's matcher, which is much slower. */
  mayCallByCasbin(call: Call): boolean
}

type Matches = (rule: PolicyRule & { readonly pattern: PathPattern }, path: string) => boolean

const plainly: Matches = ({ pattern }, path) => patternMatches(pattern, path)
const byCasbin: Matches = (rule, path) =>
  Util.keyMatch2Func(path, rule.path) || Util.keyMatchFunc(path, rule.path)

export function createPermissionModel(
  rules: readonly PolicyRule[],
  excluded: readonly Endpoint[],
): PermissionModel {
  const parsed = <Rule extends Endpoint>(rule: Rule) => ({ ...rule, pattern: parsePathPattern(rule.path) })
  const policy = rules.filter((rule) => findRuleProblem(rule) === undefined).map(parsed)
  const exclusions = excluded.map((entry) => parsed({ roleKey: 'everyone', ...entry }))

  const decide = ({ roleKey, path, method }: Call, matches: Matches): boolean => {
    const asked = method === 'HEAD' ? 'GET' : method
    const covers = (rule: (typeof exclusions)[number]) =>
      (rule.method === '*' || rule.method === asked) && matches(rule, path)
    if (roleKey === 'admin') return true // 5a
    if (exclusions.some(covers)) return true // 5b
    return policy.some((rule) => rule.roleKey === roleKey && covers(rule)) // 5d
  }

  return {
    mayCall: (call) => decide(call, plainly),
    mayCallByCasbin: (call) => decide(call, byCasbin),
  }
}
