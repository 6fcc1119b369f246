import { setFlagsFromString } from 'node:v8'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

// V8 up to version 11 can end the process with "unreachable code" when it has inlined a call into WebAssembly and must take
// that back, as happens here after a while. Not inlined, the call takes some nanoseconds of a microsecond's work more.
setFlagsFromString('--no-turbo-inline-js-wasm-calls')

/**
 * The policy set is parsed once and kept by the library, its fastest way. Roles and methods are entities, which it compares
 * before it looks at the path. A name in a pattern becomes `*`, since it has nothing for one segment alone: less than ours
 * has to find out, in its favour.
 */
export function cedarDecisions(rules: readonly PolicyRule[]): Decide {
  const preparsedPolicySetId = `rules-${rules.length}`
  // Each with a name: 30,000 of them took 9 s to be read out of one text, and 3 s like this.
  const staticPolicies = Object.fromEntries(rules.map((rule, index) => [`rule-${index}`, policyOf(rule)]))
  const parsed = preparsePolicySet(preparsedPolicySetId, { staticPolicies })
  if (parsed.type !== 'success')
    throw new Error(`cedar does not take the rules: ${JSON.stringify(parsed.errors)}`)
  return ({ roleKey, path, method }) => {
    const answer = statefulIsAuthorized({
      principal: { type: 'Role', id: roleKey },
      action: { type: 'Action', id: method },
      resource: { type: 'Path', id: 'asked' },
      context: { path },
      preparsedPolicySetId,
      entities: [],
    })
    if (answer.type !== 'success') throw new Error(`cedar does not decide: ${JSON.stringify(answer.errors)}`)
    return answer.response.decision === 'allow'
  }
}

function policyOf({ roleKey, path, method }: PolicyRule): string {
  const action = method === '*' ? 'action' : `action == Action::"${method}"`
  const like = path.replaceAll(/:\w+/g, '*')
  return `permit(principal == Role::"${roleKey}", ${action}, resource) when { context.path like "${like}" };`
}
