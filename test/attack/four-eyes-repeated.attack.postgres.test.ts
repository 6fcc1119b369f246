import { afterAll, expect, inject, test } from 'vitest'
import { type Answer, login } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
import { confirm, confirmationOf } from '../support/four-eyes.ts'
import { dataOf, listOf, operatorWith, passwordOf, type Thing } from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const settings = {
  application: { publicUrl: 'https://admin.example.com' },
  login: { methods: ['password', 'service'], passwordLink: { enabled: true } },
}
const administration = {
  requests: ['helper'],
  fourEyes: {
    operations: ['grant-administration', 'change-administrator-role', 'delete-log-entries'],
    minutes: 20,
  },
}
const replacements = { codeSender: { async send() {} } }

const target = await startTarget({ settings, replacements })
const { roleAdministration, policyAdministration, userAdministration, roles } = target.context
await roleAdministration.add({ roleKey: 'helper', roleName: 'Helper', dataScope: '1' })
await policyAdministration.add([{ roleKey: 'helper', method: '*', path: '/api/v1/sys-user/*' }])
const helper = (await roles.findByKey('helper'))?.roleId ?? 0
for (const username of ['anna', 'bela'])
  await userAdministration.add({ username, password: passwordOf(username), roleKey: 'admin' })
await roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk', dataScope: '5' })
await userAdministration.add({ username: 'carl', password: passwordOf('carl'), roleKey: 'clerk' })
const node = await startTarget({ settings: { ...settings, administration }, replacements, beside: target })
const operatorOf = async (username: string) =>
  operatorWith(node.base, await login(node.base, { username, password: passwordOf(username) }))
const carl = await operatorOf('carl')
const anna = await operatorOf('anna')
const bela = await operatorOf('bela')

afterAll(async () => {
  await node?.stop()
  await target?.close()
})

/** A database can assign another id to a new row after a transaction was undone. */
test.each<[string, () => [path: string, body: Thing]]>([
  ['user', () => ['/sys-user', { username: 'nora', password: passwordOf('nora'), roleId: helper }]],
  [
    'invited user',
    () => ['/sys-user', { username: 'nina', email: 'nina@example.com', roleId: helper, invite: true }],
  ],
  ['service account', () => ['/service-account', { username: 'robot', roleId: helper, ownerId: 1 }]],
  ['copy of a role', () => [`/role/${helper}/copy`, { roleKey: 'copy', roleName: 'Copy' }]],
])('the same request for a new %s has the same confirmation, and is carried out', async (_, requestOf) => {
  await expectCarriedOut(() => anna.post(...requestOf()))
})

/** Expects that a request asks for one confirmation, however often it is sent, and is carried out after it. */
async function expectCarriedOut(send: () => Promise<Answer>): Promise<void> {
  const [first, second] = await Promise.all([send(), send()])
  const id = confirmationOf(first)
  expect(confirmationOf(second)).toBe(id)
  expect(confirmationOf(await send())).toBe(id)
  expectSuccess(await confirm(bela, id))
  expectSuccess(await send())
}

test('the same approval of a requested role has the same confirmation, although the hours begin later', async () => {
  const { id } = await dataOf(
    carl.post('/user/access-request', { roleId: helper, hours: 2, reason: 'incident' }),
  )
  await expectCarriedOut(() => anna.put(`/access-request/${id}`, { decision: 'approve', note: '🍏' }))
})

test('the same deletion of log entries has the same confirmation', async () => {
  const ids = (await listOf(anna, '/sys-login-log')).map((entry) => entry.id)
  await expectCarriedOut(() => anna.remove('/sys-login-log', { ids }))
})

test('a plan that is as large as it may be is stored completely', async () => {
  const rules = Array.from({ length: 700 }, (_, n) => ({
    roleKey: 'helper',
    method: 'POST',
    path: `/${'%F0%9F%8D%8F'.repeat(15)}/${n}`,
  }))
  await expectCarriedOut(() => anna.post('/policy', { rules }))
  const [used] = await listOf(bela, '/confirmation?status=used&pageSize=1')
  expect(rulesIn(used?.changes)).toEqual(rules)
})

/** An embedded database has the clock of its node. */
const onServer = test.runIf(inject('attackDatabase') !== undefined)

onServer(
  'on a node whose clock is ahead, what waits in the time of the database is listed as waiting',
  async () => {
    const ahead = await startTarget({
      settings: { ...settings, administration },
      replacements: { ...replacements, now: () => Date.now() + 30 * 60_000 },
      beside: target,
    })
    try {
      const user = { username: 'nick', password: passwordOf('nick'), roleId: helper }
      const id = confirmationOf(await anna.post('/sys-user', user))
      const [confirmer, initiator] = [bela, anna].map(({ token }) => operatorWith(ahead.base, token))
      if (!confirmer || !initiator) throw new Error('there are two')
      expect(await listOf(confirmer, '/confirmation?status=waiting')).toMatchObject([{ id, mayDecide: true }])
      expect((await dataOf<Thing[]>(initiator.get('/user/confirmation')))[0]).toMatchObject({
        id,
        status: 'waiting',
      })
    } finally {
      await ahead.stop()
    }
  },
)

function rulesIn(changes: unknown): Thing[] {
  return (changes as { after: { rules: Thing[] } }[]).flatMap(({ after }) => after.rules)
}
