import { newEnforcer, newModelFromString, StringAdapter } from 'casbin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCasbinCsv } from './casbin-csv.ts'

const segment = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ09-_~!&',=@"), minLength: 1, maxLength: 6 }),
  fc.constantFrom(':id', '%22', '%2C', '%E4%B8%AD'),
)
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '/*'))
  .map(([segments, end]) => segments.map((one) => `/${one}`).join('') + end || '/')
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*')
const roleKey = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,10}$/)

test('Casbin reads the same rules', async () => {
  const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub
`
  const property = fc.asyncProperty(fc.array(fc.record({ roleKey, path, method })), async (rules) => {
    fc.pre(rules.length > 0)
    const adapter = new StringAdapter(formatCasbinCsv(rules))
    const enforcer = await newEnforcer(newModelFromString(model), adapter)
    expect(await enforcer.getPolicy()).toEqual(rules.map((rule) => [rule.roleKey, rule.path, rule.method]))
  })
  await fc.assert(property)
})
