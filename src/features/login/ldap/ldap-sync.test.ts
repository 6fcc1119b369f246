import { expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import type { User } from '../../../core/user/user.ts'
import type { Directory } from './directory.ts'
import { DirectoryUnavailable } from './directory-errors.ts'
import type { LdapServers } from './ldap-servers.ts'
import { syncWithDirectory } from './ldap-sync.ts'

const settings = resolveSettings({
  login: { ldap: { roles: [{ group: '*', role: 'staff' }], timeoutSeconds: 5 } },
}).login.ldap

const SUBJECTS = ['a', 'b', 'c']

/** Synchronizes three users, none of whom is in the directory. */
function syncOfThree(changed: { onFind?: (userId: number) => void; onSearch?: (subject: string) => void }) {
  const closed = new AbortController()
  const ended: string[] = []
  const limits: unknown[] = []
  const servers: LdapServers = {
    async use(work, { workTimeoutMs, signal } = {}) {
      limits.push({ workTimeoutMs, signal })
      try {
        return await work({ search: async () => [], verifyPassword: async () => false })
      } catch (error) {
        signal?.throwIfAborted()
        throw new DirectoryUnavailable('no directory server can be used', { cause: error })
      }
    },
  }
  const directory: Directory = {
    findByName: async () => undefined,
    async findBySubject(_session, subject) {
      changed.onSearch?.(subject)
      return undefined
    },
    groupsOf: async () => [],
  }
  const result = () =>
    syncWithDirectory({
      servers,
      directory,
      settings,
      accounts: {
        refresh: async () => {},
        endSessions: async (_issuer, subject) => void ended.push(subject),
      },
      links: {
        ofIssuer: async (_issuer, { afterId }) =>
          SUBJECTS.map((subject, index) => ({ id: index + 1, subject, userId: index + 1 })).slice(afterId),
      },
      users: {
        async find(userId): Promise<User | undefined> {
          changed.onFind?.(userId)
          return undefined
        },
      },
      signal: closed.signal,
    })
  return { result, ended, limits, closed }
}

test('a batch may take the time of one login per account, and is aborted with the service', async () => {
  const { result, ended, limits, closed } = syncOfThree({})
  expect(await result()).toMatchObject({ compared: 3, gone: 3, problems: [] })
  expect(ended).toEqual(SUBJECTS)
  expect(limits).toEqual([{ workTimeoutMs: 250_000, signal: closed.signal }])
})

test('an error of the database is not a failure of the directory', async () => {
  const { result, ended, limits } = syncOfThree({
    onFind: () => {
      throw new Error('the database is locked')
    },
  })
  await expect(result()).rejects.toThrow('the database is locked')
  expect({ ended, limits }).toEqual({ ended: [], limits: [] })
})

test('a sync that is aborted changes nothing more and is not complete', async () => {
  const searched: string[] = []
  const { result, ended, closed } = syncOfThree({
    onSearch: (subject) => {
      searched.push(subject)
      if (subject === 'b') closed.abort(new Error('closing'))
    },
  })
  await expect(result()).rejects.toThrow('closing')
  expect({ searched, ended }).toEqual({ searched: ['a', 'b'], ended: [] })
})
