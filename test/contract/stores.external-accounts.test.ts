import { expect, test } from 'vitest'
import { createAdministration } from '../../src/administration/administration.ts'
import {
  createExternalAccounts,
  type ExternalAccount,
  type ExternalLoginOptions,
} from '../../src/administration/external-accounts.ts'
import { SERVICE } from '../../src/administration/operator.ts'
import { createAuditLogStore } from '../../src/audit-log/audit-log.store.ts'
import { createChangeWriter } from '../../src/change-feed/change-writer.ts'
import { createPasswordHashes } from '../../src/login/password-hash.ts'
import { createExclusionList } from '../../src/permission/exclusion-list.ts'
import { createRoleStore } from '../../src/role/role.store.ts'
import { createSessionStore } from '../../src/session/session.store.ts'
import { createPasswordRules } from '../../src/user/password-rules.ts'
import { createUserStore } from '../../src/user/user.store.ts'
import { ENABLED } from '../../src/user/user.ts'
import { createUserLinkStore } from '../../src/user/user-link.store.ts'
import { onEveryDatabase } from './stores.ts'

const ISSUER = 'https://login.example.org'
const CREATE: ExternalLoginOptions = { createUser: true, linkExisting: false }

onEveryDatabase((place) => {
  let started = 0

  /** Creates two roles and an account of a provider, with names of their own for each test. */
  async function start() {
    const { database } = place
    started++
    const [clerk, auditor] = [`clerk-${started}`, `auditor-${started}`] as const
    const alice: ExternalAccount = {
      method: 'oidc',
      issuer: ISSUER,
      subject: `subject-${started}`,
      username: `alice-${started}`,
      nickName: 'Alice',
      email: 'alice@example.org',
      roleKey: clerk,
    }
    const now = () => 1_700_000_000_000
    const roleIds = new Map<string, number>()
    for (const roleKey of [clerk, auditor]) {
      const role = { roleKey, roleName: roleKey, dataScope: '5', status: ENABLED, remark: '' } as const
      roleIds.set(roleKey, await createRoleStore(database).insert(role, now()))
    }
    const administration = createAdministration({
      changes: createChangeWriter(database, now),
      hashes: createPasswordHashes({ concurrency: 1, maxWaiting: 1 }),
      passwordRules: createPasswordRules({ minLength: 15 }),
      exclusionList: createExclusionList([]),
      usageKeepDays: 0,
      now,
    })
    const problems: string[] = []
    const accounts = createExternalAccounts({
      database,
      operations: administration.operations,
      userAdministration: administration.userAdministration,
      onProblem: (problem) => problems.push(problem),
      now,
    })
    const users = createUserStore(database)
    const addLocal = (username: string) =>
      users.insert({ username, passwordHash: 'x', roleId: roleIds.get(clerk) ?? 0, status: ENABLED }, now())
    return { alice, auditor, accounts, users, problems, addLocal, now, ...administration }
  }

  test('a first login creates a user without a password, limited to the method, and the next one finds it', async () => {
    const { alice, accounts, users } = await start()
    const account = await accounts.login(alice, CREATE)
    expect(account).toMatchObject({
      username: alice.username,
      roleKey: alice.roleKey,
      loginMethods: ['oidc'],
    })
    expect(await users.credentials(account?.userId ?? 0)).toMatchObject({ passwordHash: '' })
    expect(await accounts.login({ ...alice, username: 'renamed' }, CREATE)).toMatchObject({
      userId: account?.userId,
      username: alice.username,
    })
    const { list } = await createAuditLogStore(place.database).page(
      { action: 'user.create' },
      { pageIndex: 1, pageSize: 10 },
    )
    expect(list[0]).toMatchObject({ source: 'login', target: alice.username })
  })

  test('an unknown account without permission to create one cannot log in', async () => {
    const { alice, accounts } = await start()
    expect(await accounts.login(alice, { ...CREATE, createUser: false })).toBeUndefined()
  })

  test('a local user with the same name or e-mail address is never taken over', async () => {
    const { alice, accounts, addLocal, problems } = await start()
    await addLocal(alice.username)
    expect(await accounts.login(alice, CREATE)).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(await accounts.login({ ...alice, issuer: 'https://other.example.org' }, CREATE)).toBeUndefined()
  })

  test('where existing users are linked, a name that was given to somebody else is not', async () => {
    const { alice, accounts, addLocal } = await start()
    const id = await addLocal(alice.username)
    const linking = { ...CREATE, linkExisting: true }
    expect(await accounts.login(alice, linking)).toMatchObject({ userId: id })
    expect(await accounts.login({ ...alice, subject: 'somebody-else' }, linking)).toBeUndefined()
  })

  test('every login brings the role and the details up to date', async () => {
    const { alice, auditor, accounts, users } = await start()
    const account = await accounts.login(alice, CREATE)
    const changed = await accounts.login({ ...alice, roleKey: auditor, nickName: 'Alice B.' }, CREATE)
    expect(changed).toMatchObject({ userId: account?.userId, roleKey: auditor })
    expect(await users.find(account?.userId ?? 0)).toMatchObject({
      nickName: 'Alice B.',
      email: 'alice@example.org',
    })
  })

  test('a user without a role cannot log in, and the sessions end', async () => {
    const { alice, accounts, now } = await start()
    const account = await accounts.login(alice, CREATE)
    const sessions = createSessionStore(place.database)
    await sessions.insert({
      nonce: 'n',
      signer: 's',
      userId: account?.userId ?? 0,
      roleId: account?.roleId ?? 0,
      ipaddr: '',
      browser: '',
      os: '',
      platform: '',
      issuedAt: now(),
      expiresAt: now() + 60_000,
    })
    expect(await accounts.login({ ...alice, roleKey: undefined }, CREATE)).toBeUndefined()
    expect(await sessions.ofUser(account?.userId ?? 0, now())).toEqual([])
    expect(await accounts.login({ ...alice, roleKey: 'no-such-role' }, CREATE)).toBeUndefined()
  })

  test('a disabled user cannot log in, and a deleted one loses its links', async () => {
    const { alice, accounts, userAdministration, users } = await start()
    const account = await accounts.login(alice, CREATE)
    const id = account?.userId ?? 0
    await userAdministration.setStatus(SERVICE, [id], '1')
    expect(await accounts.login(alice, CREATE)).toBeUndefined()
    await users.remove(id)
    expect(await createUserLinkStore(place.database).find(ISSUER, alice.subject)).toBeUndefined()
  })

  test('two first logins at the same time create one user', async () => {
    const { alice, accounts } = await start()
    const [one, two] = await Promise.all([accounts.login(alice, CREATE), accounts.login(alice, CREATE)])
    expect(one?.userId).toBeDefined()
    expect(two?.userId).toBe(one?.userId)
  })
})
