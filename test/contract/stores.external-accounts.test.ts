import { expect, test } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import { SERVICE } from '../../src/core/audit-log/operator.ts'
import { createOwnerAccessStore } from '../../src/core/operations/owner-access.store.ts'
import { createPasswordHashes } from '../../src/core/password/password-hash.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { lockLoginState } from '../../src/core/session/login-state.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { type Account, createAccountStore } from '../../src/core/user/account.store.ts'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createUserLinkStore } from '../../src/core/user/user-link.store.ts'
import type {
  ExternalAccount,
  ExternalLoginOptions,
} from '../../src/features/login/external-accounts/external-account.ts'
import { createExternalAccounts } from '../../src/features/login/external-accounts/external-accounts.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { createAdministration } from '../../src/service/administration.ts'
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
      settings: resolveSettings({}),
      isDryRun: false,
      rolesInSettings: new Set(),
      now,
    })
    const problems: string[] = []
    const accounts = createExternalAccounts({
      database,
      administration,
      onProblem: (problem) => problems.push(problem),
      now,
    })
    const users = createUserStore(database)
    const addLocal = (username: string) =>
      users.insert({ username, passwordHash: 'x', roleId: roleIds.get(clerk) ?? 0, status: ENABLED }, now())
    const sessions = createSessionStore(database)
    const openSession = async (account: Account | undefined) => {
      const { userId = 0, roleId = 0 } = account ?? {}
      const client = { ipaddr: '', browser: '', os: '', platform: '' }
      const times = { issuedAt: now(), expiresAt: now() + 60_000 }
      await sessions.insert({ nonce: 'n', signer: 's', userId, roleId, ...client, ...times })
    }
    const sessionsOf = (account: Account | undefined) => sessions.ofUser(account?.userId ?? 0, now())
    const versionOf = async (id: number) => (await createAccountStore(database).find(id))?.credentialVersion
    return {
      alice,
      auditor,
      accounts,
      users,
      problems,
      addLocal,
      openSession,
      sessionsOf,
      versionOf,
      ...administration,
    }
  }

  test('while a role has an end, the directory changes the role that returns', async () => {
    const { alice, auditor, accounts, users, userAdministration, roleAdministration } = await start()
    const { userId = 0, roleId: clerkId } = (await accounts.login(alice, CREATE)) ?? {}
    const given = { roleKey: `given-${userId}`, roleName: 'Given' }
    const { roleId } = await roleAdministration.add(SERVICE, given)
    const roleUntil = '2023-11-15T00:00:00.000Z'
    await userAdministration.change(SERVICE, userId, { roleId, roleUntil })
    expect(await accounts.login(alice, CREATE)).toMatchObject({ roleKey: given.roleKey })
    expect(await users.find(userId)).toMatchObject({ roleId, roleUntil, formerRoleId: clerkId })
    expect(await accounts.login({ ...alice, roleKey: auditor }, CREATE)).toMatchObject({ roleId })
    const auditorId = (await createRoleStore(place.database).findByKey(auditor))?.roleId
    expect(await users.find(userId)).toMatchObject({ roleId, roleUntil, formerRoleId: auditorId })
  })

  test('a first login creates a user without a password, limited to the method, and the next one finds it', async () => {
    const { alice, accounts, users } = await start()
    const account = await accounts.login(alice, CREATE)
    expect(account).toMatchObject({
      username: alice.username,
      roleKey: alice.roleKey,
      loginMethods: ['oidc'],
    })
    expect(account, 'the hash stays in the store').not.toHaveProperty('passwordHash')
    expect(await users.credentials(account?.userId ?? 0)).toMatchObject({ passwordHash: '' })
    const [link] = await createUserLinkStore(place.database).ofUser(account?.userId ?? 0)
    expect(link, 'the login is recorded with its session').toMatchObject({
      id: account?.linkId,
      lastLoginAt: null,
    })
    expect(await accounts.login({ ...alice, username: 'renamed' }, CREATE)).toMatchObject({
      userId: account?.userId,
      username: alice.username,
    })
    const { list } = await createAuditLogStore(place.database).page(
      READS_ALL,
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

  test('every login brings a mapped department up to date; a missing one is none, and is reported once', async () => {
    const { alice, accounts, users, problems, departmentAdministration } = await start()
    const open = await departmentAdministration.add(SERVICE, { deptName: 'Open' })
    const closed = await departmentAdministration.add(SERVICE, { deptName: 'Closed', status: DISABLED })
    const departmentAfter = async (deptId: number | undefined) => {
      const account = await accounts.login({ ...alice, deptId }, CREATE)
      return (await users.find(account?.userId ?? 0))?.deptId
    }
    expect(await departmentAfter(open.deptId)).toBe(open.deptId)
    expect(await departmentAfter(undefined), 'no mapping changes nothing').toBe(open.deptId)
    expect(await departmentAfter(1_000_000)).toBe(0)
    expect(await departmentAfter(1_000_000)).toBe(0)
    expect(problems).toEqual([expect.stringContaining('department 1000000')])
    expect(await departmentAfter(closed.deptId), 'its members see nothing, whatever their scope').toBe(
      closed.deptId,
    )
    await departmentAfter(closed.deptId)
    expect(problems.slice(1)).toEqual([expect.stringContaining('is disabled: its users see no rows')])
    expect(await departmentAfter(0)).toBe(0)
  })

  test('the first login with a mapping to a department that does not exist creates a user in none', async () => {
    const { alice, accounts, users } = await start()
    const account = await accounts.login({ ...alice, deptId: 1_000_000 }, CREATE)
    expect(await users.find(account?.userId ?? 0)).toMatchObject({ deptId: 0 })
  })

  test.each([undefined, 'no-such-role'])(
    'a user with the role %s cannot log in, and the sessions end',
    async (roleKey) => {
      const { alice, accounts, problems, openSession, sessionsOf } = await start()
      const account = await accounts.login(alice, CREATE)
      await openSession(account)
      expect(await accounts.login({ ...alice, roleKey }, CREATE)).toBeUndefined()
      expect(await sessionsOf(account)).toEqual([])
      await openSession(account)
      await accounts.refresh({ ...alice, roleKey })
      expect(await sessionsOf(account)).toEqual([])
      expect(problems, 'a missing role is reported once').toHaveLength(roleKey === undefined ? 0 : 1)
    },
  )

  test('a login that has no session yet is outdated when the link is removed or the account is gone', async () => {
    const { alice, accounts, userLinkAdministration, versionOf } = await start()
    const account = await accounts.login(alice, CREATE)
    const { userId = 0, linkId = 0 } = account ?? {}
    expect(await versionOf(userId)).toBe(account?.credentialVersion)
    await accounts.endSessions(ISSUER, alice.subject)
    expect(await versionOf(userId)).not.toBe(account?.credentialVersion)

    const again = await accounts.login(alice, CREATE)
    expect(await versionOf(userId)).toBe(again?.credentialVersion)
    await accounts.login({ ...alice, roleKey: undefined }, CREATE)
    expect(await versionOf(userId)).not.toBe(again?.credentialVersion)

    const last = await accounts.login(alice, CREATE)
    await userLinkAdministration.unlink(SERVICE, userId, linkId)
    expect(await versionOf(userId)).not.toBe(last?.credentialVersion)
  })

  test('the service accounts of a user who is gone from the directory or has no role there are refused until the user has access', async () => {
    const { alice, accounts, users, openSession, sessionsOf, addLocal, ...administration } = await start()
    const { userAdministration, userLinkAdministration, serviceAccountAdministration } = administration
    const { userId: owner = 0, roleId = 0 } = (await accounts.login(alice, CREATE)) ?? {}
    const ids: number[] = []
    for (const ownerId of [owner, await addLocal(`other-${alice.username}`)]) {
      await userAdministration.change(SERVICE, ownerId, { dataScope: '1' })
      const bot = { username: `bot-of-${ownerId}`, roleId, ownerId }
      ids.push((await serviceAccountAdministration.add(SERVICE, bot)).userId)
    }
    const bots = await Promise.all(ids.map((id) => createAccountStore(place.database).find(id)))
    for (const bot of bots) await openSession(bot)
    const access = createOwnerAccessStore(place.database)
    const hasAccess = () => Promise.all(ids.map((id) => access.hasOwnerWithAccess(id)))
    const takeAccess = [
      () => accounts.endSessions(ISSUER, alice.subject),
      () => accounts.refresh({ ...alice, roleKey: undefined }),
      () => accounts.login({ ...alice, roleKey: undefined }, CREATE),
    ]
    const giveAccess = [
      () => accounts.refresh(alice),
      () => accounts.login(alice, CREATE),
      async () => {
        const [link] = await createUserLinkStore(place.database).ofUser(owner)
        await userLinkAdministration.unlink(SERVICE, owner, link?.id ?? 0)
      },
    ]
    for (const [index, take] of takeAccess.entries()) {
      await take()
      expect(await hasAccess()).toEqual([false, true])
      const [link] = await createUserLinkStore(place.database).ofUser(owner)
      expect(link?.refusedAt).not.toBeNull()
      expect(await sessionsOf(bots[0])).toEqual([])
      expect(await sessionsOf(bots[1])).toHaveLength(1)
      for (const id of [owner, ...ids]) expect(await users.find(id)).toMatchObject({ status: ENABLED })
      await giveAccess[index]?.()
      expect(await hasAccess()).toEqual([true, true])
      await openSession(bots[0])
    }
    const filter = { action: 'user.end-sessions', targetId: owner } as const
    const { list } = await createAuditLogStore(place.database).page(READS_ALL, filter, {
      pageIndex: 1,
      pageSize: 10,
    })
    expect(list[0]).toMatchObject({ after: { stoppedAccounts: [bots[0]?.username] } })
  })

  test('a service account whose owner loses access during its login gets no session', async () => {
    const { alice, accounts, userAdministration, serviceAccountAdministration } = await start()
    const { userId: ownerId = 0, roleId = 0 } = (await accounts.login(alice, CREATE)) ?? {}
    await userAdministration.change(SERVICE, ownerId, { dataScope: '1' })
    const bot = { username: `bot-of-${ownerId}`, roleId, ownerId }
    const { userId } = await serviceAccountAdministration.add(SERVICE, bot)
    const isEnabled = async () => (await lockLoginState(place.database, userId, ''))?.account.enabled
    expect(await isEnabled()).toBe(true)
    await accounts.endSessions(ISSUER, alice.subject)
    expect(await isEnabled()).toBe(false)
    await accounts.refresh(alice)
    expect(await isEnabled()).toBe(true)
  })

  test('a login takes no address that is the name of another user, and is not refused for it', async () => {
    const { alice, accounts, users, addLocal } = await start()
    const taken = `taken-${alice.username}@example.org`
    await addLocal(taken)
    const first = await accounts.login({ ...alice, email: taken, phone: '+4930' }, CREATE)
    const shown = () => users.find(first?.userId ?? 0)
    expect(await shown()).toMatchObject({ email: '', phone: '+4930' })
    await accounts.login(alice, CREATE)
    const changed = { ...alice, nickName: 'Ali', email: taken, phone: '+4931' }
    expect(await accounts.login(changed, CREATE)).toMatchObject({ userId: first?.userId })
    expect(await shown()).toMatchObject({ nickName: 'Ali', email: 'alice@example.org', phone: '+4931' })
    await accounts.refresh({ ...changed, email: taken.toUpperCase(), phone: '+4932' })
    expect(await shown()).toMatchObject({ email: 'alice@example.org', phone: '+4932' })
  })

  test('nobody gets a new account with the address of another user as its name', async () => {
    const { alice, accounts, users, problems } = await start()
    await accounts.login({ ...alice, email: `${alice.username}@example.org` }, CREATE)
    const other = { ...alice, subject: `other-${alice.subject}`, username: `${alice.username}@example.org` }
    expect(await accounts.login({ ...other, email: '' }, CREATE)).toBeUndefined()
    expect(await users.findByName(other.username)).toBeUndefined()
    expect(problems).toEqual([expect.stringContaining(other.username)])
  })

  test.each([
    ['disabled', { status: DISABLED }],
    ['limited to another method', { loginMethods: ['passkey'] }],
  ] as const)('the refused login of a user who is %s changes nothing', async (_, change) => {
    const { alice, auditor, accounts, userAdministration, users, addLocal } = await start()
    const { userId = 0 } = (await accounts.login(alice, CREATE)) ?? {}
    await userAdministration.change(SERVICE, userId, change)
    const before = await users.find(userId)
    const changed = { ...alice, nickName: 'Mallory', email: 'mallory@example.org', roleKey: auditor }
    expect(await accounts.login(changed, CREATE)).toBeUndefined()
    expect(await users.find(userId)).toEqual(before)

    const username = `local-${alice.username}`
    const id = await addLocal(username)
    await userAdministration.change(SERVICE, id, change)
    const other = { ...alice, username, subject: `other-${alice.subject}` }
    expect(await accounts.login(other, { createUser: false, linkExisting: true })).toBeUndefined()
    expect(await createUserLinkStore(place.database).ofUser(id)).toEqual([])
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

  test('two first logins at the same time link an existing user once', async () => {
    const { alice, accounts, addLocal } = await start()
    const userId = await addLocal(alice.username)
    const login = () => accounts.login(alice, { createUser: false, linkExisting: true })
    const logins = await Promise.all([login(), login(), login()])
    for (const account of logins) expect(account).toMatchObject({ userId })
    expect(await createUserLinkStore(place.database).ofUser(userId)).toHaveLength(1)
  })
})
