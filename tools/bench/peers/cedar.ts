import { setFlagsFromString } from 'node:v8'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import type { PolicyRule } from '../../../src/core/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

// V8 up to version 11 can abort with "unreachable code" when it deoptimizes an inlined call into WebAssembly.
setFlagsFromString('--no-turbo-inline-js-wasm-calls')

/**
 * Parses the policy set once, which is the fastest API. Roles and methods are entities, which Cedar compares before the path.
 * A parameter in a pattern becomes `*`, because Cedar has no pattern for a single segment.
 */
export function cedarDecisions(rules: readonly PolicyRule[]): Decide {
  const preparsedPolicySetId = `rules-${rules.length}`
  // Named policies are parsed faster than one long text.
  const staticPolicies = Object.fromEntries(rules.map((rule, index) => [`rule-${index}`, policyOf(rule)]))
  const parsed = preparsePolicySet(preparsedPolicySetId, { staticPolicies })
  if (parsed.type !== 'success') throw new Error(`cedar refused the rules: ${JSON.stringify(parsed.errors)}`)
  return ({ roleKey, path, method }) => {
    const result = statefulIsAuthorized({
      principal: { type: 'Role', id: roleKey },
      action: { type: 'Action', id: method },
      resource: { type: 'Path', id: 'asked' },
      context: { path },
      preparsedPolicySetId,
      entities: [],
    })
    if (result.type !== 'success') throw new Error(`cedar failed: ${JSON.stringify(result.errors)}`)
    return result.response.decision === 'allow'
  }
}

function policyOf({ roleKey, path, method }: PolicyRule): string {
  const action = method === '*' ? 'action' : `action == Action::"${method}"`
  const like = path.replaceAll(/:\w+/g, '*')
  return `permit(principal == Role::"${roleKey}", ${action}, resource) when { context.path like "${like}" };`
}
