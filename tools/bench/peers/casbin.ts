import { type Enforcer, newEnforcer, newModelFromString } from 'casbin'
import type { PolicyRule } from '../../../src/core/permission/policy-rule.ts'
import type { Decide } from './decide.ts'

/** go-admin's model and matcher. */
const MODEL = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && (keyMatch2(r.obj, p.obj) || keyMatch(r.obj, p.obj)) && (r.act == p.act || p.act == "*")
`

/** Uses the synchronous API, which is faster. */
export async function casbinDecisions(rules: readonly PolicyRule[]): Promise<Decide> {
  const enforcer: Enforcer = await newEnforcer(newModelFromString(MODEL))
  // As an adapter loads them. Adding rules one by one takes quadratic time.
  const assertion = enforcer.getModel().model.get('p')?.get('p')
  if (!assertion) throw new Error('the casbin model has no policy section')
  assertion.policy = rules.map(({ roleKey, path, method }) => [roleKey, path, method])
  return ({ roleKey, path, method }) => enforcer.enforceSync(roleKey, path, method)
}
