import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../../test/contract/stores-data.ts'
import { createChangeWriter } from '../../../platform/cluster/change-feed/change-writer.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database/database.ts'
import { type Operator, SERVICE } from '../../audit-log/operator.ts'
import { createOperations } from '../../operations/operations.ts'
import { createRoleStore } from '../../role/role.store.ts'
import { createSessionStore } from '../../session/session.store.ts'
import { createUserStore } from '../../user/user.store.ts'
import { createExclusionList } from '../exclusion-list.ts'
import { createPolicyStore } from '../policy.store.ts'
import type { PolicyRule } from '../policy-rule.ts'
import { createPolicyAdministration } from './policy.ts'

const NOW = 1000
const rule = (roleKey: string, path: string, method = 'GET'): PolicyRule => ({ roleKey, path, method })

let handle: DatabaseHandle
let administration: ReturnType<typeof createPolicyAdministration>
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  administration = createPolicyAdministration(
    createOperations({
      changes: createChangeWriter(handle.database, () => NOW),
      exclusionList: createExclusionList([{ method: 'GET', path: '/open/*', reason: 'for tests' }]),
      review: async () => {},
      now: () => NOW,
    }),
  )
  for (const [roleKey, dataScope] of [
    ['chief', '1'],
    ['leader', '4'],
    ['clerk', '5'],
    ['wide', '1'],
  ] as const) {
    const role = { roleKey, roleName: roleKey, dataScope, status: '2' } as const
    await createRoleStore(handle.database).insert(role, NOW)
  }
})
afterEach(() => handle.close())

const stored = () => createPolicyStore(handle.database).all()
const audited = () =>
  handle.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'operator', 'before', 'after'])
    .orderBy('id')
    .execute()
const changes = () => handle.database.selectFrom('changes').select('kind').orderBy('version').execute()

/** Creates a user with a role and returns the user as an operator who has passed both checks. */
async function holderOf(roleKey: string): Promise<Operator> {
  const role = await createRoleStore(handle.database).findByKey(roleKey)
  const roleId = role?.roleId ?? 0
  const username = `a ${roleKey}`
  const user = { username, passwordHash: 'x', roleId, status: '2' } as const
  const userId = await createUserStore(handle.database).insert(user, NOW)
  const sessionId = await createSessionStore(handle.database).insert(sessionOf(userId))
  return { ...SERVICE, userId, username, roleId, sessionId, source: 'http' }
}

describe('adding rules', () => {
  test('stores new rules, notifies every node and is recorded in the audit log', async () => {
    await administration.add(SERVICE, [rule('clerk', '/a')])
    const both = [rule('clerk', '/a'), rule('chief', '/b', 'PUT'), rule('clerk', '/c')]
    expect(await administration.add(SERVICE, both)).toEqual({ added: 2, version: expect.any(Number) })
    expect(await stored()).toMatchObject([both[0], both[1], both[2]])
    expect(await audited()).toEqual([
      expect.objectContaining({ action: 'policy.add', target: 'clerk', operator: 'castellan' }),
      expect.objectContaining({
        action: 'policy.add',
        target: 'chief, clerk',
        after: JSON.stringify({ rules: [both[1], both[2]] }),
      }),
    ])
    expect(await changes()).toEqual([{ kind: 'policy' }, { kind: 'policy' }])
  })

  test('existing rules change nothing and send no notification', async () => {
    await administration.add(SERVICE, [rule('clerk', '/a')])
    expect(await administration.add(SERVICE, [rule('clerk', '/a')])).toMatchObject({ added: 0 })
    expect(await audited()).toHaveLength(1)
    expect(await changes()).toHaveLength(1)
  })

  test('one invalid rule, or a rule of an unknown role, refuses all', async () => {
    const bad = administration.add(SERVICE, [rule('clerk', '/a'), rule('clerk', '/b*')])
    await expect(bad).rejects.toMatchObject({
      reason: 'invalid-parameters',
      problem: { field: 'rules.1.path', en: expect.stringMatching(/^the path pattern "\/b\*" .*\.$/) },
    })
    await expect(
      administration.add(SERVICE, [rule('clerk', '/a'), rule('nobody', '/a')]),
    ).rejects.toMatchObject({ reason: 'role-unknown', details: { role: '"nobody"' } })
    expect(await stored()).toEqual([])
    expect(await audited()).toEqual([])
  })

  test('an audit log entry lists at most 500 rules', async () => {
    const many = Array.from({ length: 1001 }, (_, number) => rule('clerk', `/m/${number}`))
    await administration.add(SERVICE, many)
    const entries = (await audited()).map(({ after }) => JSON.parse(after).rules)
    expect(entries.map((rules) => rules.length)).toEqual([500, 500, 1])
    expect(entries.flat()).toEqual(many)
  })
})

describe('removing rules', () => {
  beforeEach(async () => {
    await administration.add(SERVICE, [rule('clerk', '/a'), rule('clerk', '/b')])
  })

  test('removes the rules, notifies every node and is recorded in the audit log', async () => {
    const gone = [rule('clerk', '/a')]
    expect(await administration.remove(SERVICE, [...gone, ...gone])).toMatchObject({ removed: 1 })
    expect(await stored()).toMatchObject([rule('clerk', '/b')])
    expect((await audited()).at(-1)).toMatchObject({
      action: 'policy.remove',
      target: 'clerk',
      before: JSON.stringify({ rules: gone }),
    })
    expect(await changes()).toEqual([{ kind: 'policy' }, { kind: 'policy' }])
  })

  test('one unknown rule refuses all, and none is removed', async () => {
    const unknown = administration.remove(SERVICE, [rule('clerk', '/a'), rule('clerk', '/c', 'PUT')])
    await expect(unknown).rejects.toMatchObject({
      reason: 'rule-unknown',
      details: { rule: 'clerk PUT /c' },
    })
    expect(await stored()).toHaveLength(2)
    expect(await audited()).toHaveLength(1)
  })

  test('an invalid rule that was written directly to the database can be removed', async () => {
    await createPolicyStore(handle.database).insert([rule('clerk', '/b*')])
    const chief = await holderOf('chief')
    expect(await administration.remove(chief, [rule('clerk', '/b*')])).toMatchObject({ removed: 1 })
  })
})

describe('changing rules', () => {
  const [a, b, c] = [rule('clerk', '/a'), rule('clerk', '/b'), rule('chief', '/c', 'PUT')]
  const change = (add: PolicyRule[], remove: PolicyRule[], operator: Operator = SERVICE) =>
    administration.change(operator, { add, remove })
  beforeEach(async () => {
    await administration.add(SERVICE, [a])
  })

  test('adds and removes, in one entry of the audit log with both lists', async () => {
    expect(await change([b, c, b], [a, a])).toEqual({
      added: [b, c],
      removed: [a],
      version: expect.any(Number),
    })
    expect(await stored()).toMatchObject([b, c])
    expect((await audited()).slice(1)).toEqual([
      expect.objectContaining({
        action: 'policy.change',
        target: 'clerk, chief',
        before: JSON.stringify({ rules: [a] }),
        after: JSON.stringify({ rules: [b, c] }),
      }),
    ])
    expect(await changes()).toHaveLength(2)
  })

  test('returns what its opposite needs: rules that existed are not among the added ones', async () => {
    const { added, removed } = await change([a, b], [])
    expect({ added, removed }).toEqual({ added: [b], removed: [] })
    await change([...removed], [...added])
    expect(await stored()).toMatchObject([a])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'policy.add',
      'policy.add',
      'policy.remove',
    ])
  })

  test('one bad rule refuses all: an invalid one, an unknown role, an unknown rule, and one in both lists', async () => {
    for (const [add, remove, refusal] of [
      [[b, rule('clerk', '/b*')], [a], { problem: { field: 'add.1.path' } }],
      [[b, rule('nobody', '/a')], [a], { reason: 'role-unknown' }],
      [[b], [a, c], { reason: 'rule-unknown', details: { rule: 'chief PUT /c' } }],
      [[b, a], [a], { problem: { en: expect.stringContaining('clerk GET /a') } }],
    ] as const)
      await expect(change([...add], [...remove])).rejects.toMatchObject(refusal)
    expect(await stored()).toMatchObject([a])
    expect(await audited()).toHaveLength(1)
  })

  test('an operator needs authority over both lists, as they were before the change', async () => {
    await administration.add(SERVICE, [rule('chief', '/a')])
    const chief = await holderOf('chief')
    const beyond = { reason: 'beyond-own-role', details: { excess: 'GET /b' } }
    await expect(change([b], [a], chief)).rejects.toMatchObject(beyond)
    await expect(change([rule('chief', '/b'), b], [], chief)).rejects.toThrow('own-role')
    await administration.add(SERVICE, [b])
    await expect(change([], [a, b], chief)).rejects.toMatchObject(beyond)
    expect(await change([], [a], chief)).toMatchObject({ removed: [a] })
  })

  test('a rule for every endpoint that replaces another one is reported as full access', async () => {
    await change([rule('clerk', '/api/v1/*', '*')], [a])
    const events = await handle.database.selectFrom('events').select('kind').execute()
    expect(events).toEqual([{ kind: 'role.full-access' }])
  })
})

describe('operators cannot grant more than their own role allows', () => {
  let chief: Operator
  beforeEach(async () => {
    await administration.add(SERVICE, [rule('chief', '/post/*', '*'), rule('chief', '/user/:id')])
    chief = await holderOf('chief')
  })
  const adding = (...rules: PolicyRule[]) => administration.add(chief, rules)

  test('operators add and remove rules that their own role or the exclusion list covers', async () => {
    const own = [rule('clerk', '/post/:id', 'PUT'), rule('clerk', '/user/:name'), rule('clerk', '/open/x')]
    expect(await adding(...own)).toMatchObject({ added: 3 })
    expect(await administration.remove(chief, own)).toMatchObject({ removed: 3 })
  })

  test('the same check applies to rules of a deleted role', async () => {
    await createPolicyStore(handle.database).insert([rule('gone', '/post/a'), rule('gone', '/other')])
    expect(await administration.remove(chief, [rule('gone', '/post/a')])).toMatchObject({ removed: 1 })
    await expect(administration.remove(chief, [rule('gone', '/other')])).rejects.toThrow('beyond-own-role')
  })

  test.each([
    [rule('clerk', '/user/:id', 'PUT'), 'PUT /user/:id'],
    [rule('clerk', '/other'), 'GET /other'],
    [rule('clerk', '/*', '*'), '* /*'],
  ])('%j exceeds the own role', async (beyond, excess) => {
    const refusal = { reason: 'beyond-own-role', details: { excess } }
    await expect(adding(rule('clerk', '/post/a'), beyond)).rejects.toMatchObject(refusal)
    await createPolicyStore(handle.database).insert([beyond])
    await expect(administration.remove(chief, [beyond])).rejects.toMatchObject(refusal)
  })

  test('every rule of a long list is checked', async () => {
    const many = Array.from({ length: 250 }, (_, number) => rule('clerk', `/post/${number}`))
    await expect(adding(...many, rule('clerk', '/other'))).rejects.toThrow('beyond-own-role')
    expect(await adding(...many)).toMatchObject({ added: 250 })
  })

  test('rules of the own role, of admin, and of any role by an operator without all data are refused', async () => {
    await expect(adding(rule('chief', '/post/a'))).rejects.toThrow('own-role')
    await expect(adding(rule('admin', '/post/a'))).rejects.toThrow('admin-only')
    const leader = await holderOf('leader')
    await expect(administration.add(leader, [rule('clerk', '/open/x')])).rejects.toThrow('all-data-required')
  })

  test('a command is not limited by a role', async () => {
    chief = { ...chief, source: 'command' }
    expect(await adding(rule('chief', '/x'), rule('wide', '/y'))).toMatchObject({ added: 2 })
  })

  test('an admin may add any rule', async () => {
    chief = await holderOf('admin')
    expect(await adding(rule('chief', '/x'), rule('wide', '/y'), rule('admin', '/z'))).toMatchObject({
      added: 3,
    })
  })

  test('an operator who was disabled, deleted or given another role in the meantime is refused', async () => {
    const users = handle.database.updateTable('users').where('id', '=', chief.userId)
    await expect(administration.add({ ...chief, roleId: chief.roleId + 1 }, [])).rejects.toThrow(
      'token-revoked',
    )
    const sessionId = await createSessionStore(handle.database).insert(sessionOf(999))
    await expect(administration.add({ ...chief, userId: 999, sessionId }, [])).rejects.toThrow(
      'token-revoked',
    )
    await users.set({ status: '1' }).execute()
    await expect(adding(rule('clerk', '/post/a'))).rejects.toThrow('token-revoked')
  })
})
