// docs/specification.md, 17a

import { afterEach, expect, test } from 'vitest'
import { LOGIN_SERVICE } from '../../src/core/audit-log/operator.ts'
import { createOperations } from '../../src/core/operations/operations.ts'
import { createPasswordHashes } from '../../src/core/password/password-hash.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import { createUserAdministration } from '../../src/core/user/users.ts'
import { createFourEyes } from '../../src/features/approval/four-eyes/four-eyes.ts'
import { NO_GRANTS } from '../../src/features/login/external-accounts/user-links.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { call } from '../support/client.ts'
import { confirmationOf } from '../support/four-eyes.ts'
import { dataOf, listOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
afterEach(() => service.close())

const OPERATIONS = ['grant-administration']
const startWith = async (...admins: readonly string[]) => {
  service = await startService({
    settings: { administration: { fourEyes: { operations: OPERATIONS } } },
    async prepare({ userAdministration, roleAdministration }) {
      for (const username of admins)
        await userAdministration.add({ username, password: passwordOf(username), roleKey: 'admin' })
      await roleAdministration.add({ roleKey: 'clerk', roleName: 'clerk' })
    },
  })
  return loginOperator(service.base, { username: 'anna', password: passwordOf('anna') })
}
const eventsOf = (operator: Operator) => listOf(operator, '/event?kind=four-eyes.too-few-confirmers')
const newAdmin = (roleId: unknown, username = 'nora') => ({
  username,
  password: passwordOf(username),
  roleId,
})

/** Changes users like a mapping of groups, in a service that requires confirmations. */
function mappedChanges() {
  const operations = createOperations({
    changes: createChangeWriter(service.context.database, Date.now),
    exclusionList: createExclusionList([]),
    review: createFourEyes({
      operations: OPERATIONS,
      minutes: 60,
      rolesInSettings: new Set(),
      grantsOf: () => NO_GRANTS,
    }),
    now: Date.now,
  })
  const users = createUserAdministration({
    operations,
    hashes: createPasswordHashes({ concurrency: 1, maxWaiting: 1 }),
    passwordRules: createPasswordRules({ minLength: 15 }),
    codeAddresses: [],
    assertServiceAccountChange: async () => {},
  })
  return async (username: string, roleKey: string) =>
    users.change(LOGIN_SERVICE, await service.context.userIdOf(username), {
      permanentRoleId: await service.context.roleIdOf(roleKey),
    })
}
test('with fewer than two, the service starts, refuses protected changes with the reason, and reports it once', async () => {
  const anna = await startWith('anna')
  const admin = await service.context.roleIdOf('admin')
  const refused = await anna.post('/sys-user', newAdmin(admin))
  expect(refused.body).toMatchObject({
    code: 409,
    reason: 'confirmation-impossible',
    msg: expect.stringContaining('castellan user add NAME --role admin'),
  })
  expect(await service.context.users.findByName('nora')).toBeUndefined()
  await dataOf(anna.post('/sys-user', newAdmin(await service.context.roleIdOf('clerk'))))
  expect((await call(`${service.base}/health`)).body.data).toMatchObject({ status: 'up' })
  expect(await dataOf(anna.get('/system'))).toMatchObject({
    fourEyes: { operations: OPERATIONS, confirmers: 1, requiredConfirmers: 2 },
  })
  expect(await eventsOf(anna)).toMatchObject([{ severity: 'critical', fields: { count: 1 } }])
})

test('a mapping that takes the role from one of two ends no login and is reported, each time that it becomes so', async () => {
  const anna = await startWith('anna', 'bela')
  const change = mappedChanges()
  expect(await eventsOf(anna)).toEqual([])
  await change('bela', 'clerk')
  expect(await eventsOf(anna)).toHaveLength(1)
  const admin = await service.context.roleIdOf('admin')
  expect((await anna.post('/sys-user', newAdmin(admin))).body.reason).toBe('confirmation-impossible')
  await change('bela', 'admin')
  confirmationOf(await anna.post('/sys-user', newAdmin(admin)))
  await change('bela', 'clerk')
  expect(await eventsOf(anna)).toHaveLength(2)
})

test('an administrator whose role has an end does not count, and neither does a disabled one', async () => {
  const anna = await startWith('anna', 'bela')
  const { userAdministration, userIdOf } = service.context
  const change = mappedChanges()
  await change('bela', 'clerk')
  const roleUntil = new Date(Date.now() + 3_600_000).toISOString()
  await userAdministration.change('bela', { roleKey: 'admin', roleUntil })
  await userAdministration.add({ username: 'cleo', password: passwordOf('cleo'), roleKey: 'admin' })
  await userAdministration.setStatus('cleo', DISABLED)
  expect((await dataOf<{ fourEyes: object }>(anna.get('/system'))).fourEyes).toMatchObject({ confirmers: 1 })
  const answer = await anna.put(`/sys-user/${await userIdOf('cleo')}`, { status: ENABLED })
  expect(answer.body.reason).toBe('confirmation-impossible')
})
