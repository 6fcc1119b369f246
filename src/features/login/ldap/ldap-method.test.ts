import { expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import type { DirectoryUser } from './directory.ts'
import { DirectoryUnavailable } from './directory-errors.ts'
import { createLdapMethod } from './ldap-method.ts'

const settings = resolveSettings({ login: { ldap: { roles: [{ group: '*', role: 'staff' }] } } }).login.ldap
const ACCOUNT = { userId: 1, roleId: 1, roleKey: 'staff', username: 'alice', dataScope: '1' }

/** A directory with the users alice and disabled, whose password is `right`. */
function createMethod() {
  let isDown = false
  const problems: unknown[] = []
  const users: Record<string, DirectoryUser> = {}
  for (const username of ['alice', 'disabled']) {
    const isDisabled = username === 'disabled'
    const texts = { nickName: '', email: '', phone: '' }
    users[username] = { dn: `uid=${username}`, subject: username, username, ...texts, isDisabled }
  }
  const method = createLdapMethod({
    settings,
    servers: {
      async use(work) {
        if (isDown) throw new DirectoryUnavailable('down')
        return work({ search: async () => [], verifyPassword: async (_dn, password) => password === 'right' })
      },
    },
    directory: {
      findByName: async (_session, name) => users[name],
      findBySubject: async () => undefined,
      groupsOf: async () => [],
    },
    accounts: { login: async () => ACCOUNT, endSessions: async () => {} },
    limit: (work) => work(),
    foundAccountThrottle: { attempt: (_, verify) => verify(true) },
    onProblem: (error) => problems.push(error),
    now: Date.now,
  })
  const verify = async (username: string, password: string) => {
    const request = { username, uuid: '', code: '', body: { password }, browser: '' }
    const client = { address: '127.0.0.1', userAgent: '' }
    return (await method.begin(request, client)).verify()
  }
  return {
    method,
    verify,
    setDown: (value: boolean) => {
      isDown = value
    },
    problems,
  }
}

test.each([
  ['an unknown name', 'unknown', 'right'],
  ['a wrong password', 'alice', 'wrong'],
  ['a disabled user', 'disabled', 'right'],
  ['an empty password', 'alice', ''],
  ['an impossible name', '', 'right'],
])('%s is refused', async (_name, username, password) => {
  const { method, verify } = createMethod()
  expect(await verify(username, password)).toBeUndefined()
  expect(method.minRefusalMs).toBe(500)
})

test('the right password is accepted', async () => {
  const { verify } = createMethod()
  expect(await verify('alice', 'right')).toEqual({ account: ACCOUNT, hasSecondFactor: false })
})

test('an outage is reported once, until the directory responds again', async () => {
  const { verify, setDown, problems } = createMethod()
  setDown(true)
  await expect(verify('alice', 'right')).rejects.toMatchObject({ reason: 'provider-unavailable' })
  // These are refused without a request to the directory.
  await verify('alice', '')
  await verify('', 'right')
  await expect(verify('alice', 'right')).rejects.toMatchObject({ reason: 'provider-unavailable' })
  expect(problems).toHaveLength(1)
  setDown(false)
  await verify('alice', 'wrong')
  setDown(true)
  await expect(verify('alice', 'right')).rejects.toMatchObject({ reason: 'provider-unavailable' })
  expect(problems).toHaveLength(2)
})
