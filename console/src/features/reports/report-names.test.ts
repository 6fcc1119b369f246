import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_AT_ONCE } from './report-names.ts'

const openapi = new URL('../../../../docs/reference/openapi.json', import.meta.url)
const { schemas } = JSON.parse(readFileSync(openapi, 'utf8')).components

test('as much can be cleaned up at once as the API accepts', () => {
  expect(schemas).toMatchObject({
    UnusedRulesCleanUp: { properties: { rules: { maxItems: MAX_AT_ONCE['unused-rules'] } } },
    CoveredRulesCleanUp: { properties: { rules: { maxItems: MAX_AT_ONCE['covered-rules'] } } },
    SameRightsCleanUp: { properties: { merges: { maxItems: MAX_AT_ONCE['same-rights'] } } },
    UnusedRolesCleanUp: { properties: { roleIds: { maxItems: MAX_AT_ONCE['unused-roles'] } } },
    IdleUsersCleanUp: { properties: { userIds: { maxItems: MAX_AT_ONCE['idle-users'] } } },
  })
})
