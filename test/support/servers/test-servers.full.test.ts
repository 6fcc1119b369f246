import { expect, test } from 'vitest'
import { mariadbKind } from './mariadb.ts'
import { anyNeedsServers } from './needs-servers.ts'
import { postgresKind } from './postgres.ts'
import { redisKind } from './redis.ts'
import type { ServerKind } from './server-kind.ts'
import { startTestServers } from './test-servers.ts'
import type { ThrowawayServer } from './throwaway-server.ts'

const kinds = {
  postgres: installed(postgresKind),
  mysql: installed(mariadbKind),
  redis: installed(redisKind),
}

function installed(kind: ServerKind): ServerKind {
  return { ...kind, isInstalled: () => true }
}

test('an unavailable server is skipped with one line that names it, and the others run until removed', async () => {
  const lines: string[] = []
  const removed: string[] = []
  const servers = await startTestServers(
    kinds,
    (line) => lines.push(line),
    async ({ name }) => {
      if (name === 'MariaDB') throw new Error('no such thing here')
      return serverAt(`at:${name}`, removed)
    },
  )
  expect(servers.urls).toEqual({ postgres: 'at:PostgreSQL', redis: 'at:Redis' })
  expect(lines).toEqual(['SKIPPED: every test that needs MariaDB. No server: no such thing here'])
  await servers.remove()
  expect(removed).toEqual(['at:PostgreSQL', 'at:Redis'])
})

test('servers are started only if a test needs them', async () => {
  expect(await anyNeedsServers([import.meta.filename])).toBe(false)
  expect(await anyNeedsServers(['/castellan/test/contract/user-store.test.ts'])).toBe(true)
  expect(await anyNeedsServers(['/castellan/test/fault/database-stops.test.ts'])).toBe(true)
  expect(await anyNeedsServers([import.meta.filename.replace('test-servers.full', 'servers.deep')])).toBe(
    true,
  )
})

function serverAt(url: string, removed: string[]): ThrowawayServer {
  const nothing = async () => {}
  const remove = async () => void removed.push(url)
  return {
    url,
    folder: undefined,
    pids: () => [],
    ...{ start: nothing, stop: nothing, pause: nothing, resume: nothing },
    remove,
  }
}
