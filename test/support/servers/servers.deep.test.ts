import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { mariadbKind, startMariadb } from './mariadb.ts'
import { postgresKind, startPostgres } from './postgres.ts'
import { isAlive } from './process-tree.ts'
import { redisKind, startRedis } from './redis.ts'
import { openMysql, openPostgres, openRedis, type Session } from './sessions.ts'
import type { ThrowawayServer } from './throwaway-server.ts'

const { postgres, mysql, redis } = inject('servers')

describe.each([
  { kind: postgresKind, url: postgres, start: startPostgres, open: openPostgres, answer: 1 },
  { kind: mariadbKind, url: mysql, start: startMariadb, open: openMysql, answer: 1 },
  { kind: redisKind, url: redis, start: startRedis, open: openRedis, answer: 'PONG' },
])('$kind.name', ({ kind, url = '', start, open, answer }) => {
  describe.skipIf(url === '')('on this machine', () => {
    let server: ThrowawayServer

    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server?.remove())

    async function ask<T>(address: string, question: (session: Session) => Promise<T>): Promise<T> {
      const session = await open(address)
      try {
        return await question(session)
      } finally {
        await session.close()
      }
    }

    test('the shared server and a separate server on another port are ready', async () => {
      expect(new URL(url).hostname).toBe('127.0.0.1')
      expect(new URL(url).port).not.toBe(new URL(server.url).port)
      expect(await ask(url, (session) => session.ping())).toBe(answer)
      expect(await ask(server.url, (session) => session.ping())).toBe(answer)
    })

    test('stopped: connections are refused; restarted: same address and same data', async () => {
      const { url: before } = server
      await ask(before, (session) => session.keep('the keys of the castle'))
      await server.stop()
      expect(server.pids()).toEqual([])
      await expect(kind.ask(before)).rejects.toThrow('ECONNREFUSED')
      await server.start()
      expect(server.url).toBe(before)
      expect(await ask(before, (session) => session.kept())).toBe('the keys of the castle')
    })

    test('paused: a query hangs; resumed: it completes', async () => {
      const session = await open(server.url)
      await server.pause()
      const pong = session.ping()
      expect(await Promise.race([pong, sleep(300, 'silence')])).toBe('silence')
      await server.resume()
      expect(await pong).toBe(answer)
      await session.close()
    })

    test('can be stopped while paused', async () => {
      await server.pause()
      await server.stop()
      await server.start()
      expect(await ask(server.url, (session) => session.ping())).toBe(answer)
    })

    test.each(['running', 'paused', 'stopped'])('removed while %s: no process, no folder', async (state) => {
      const doomed = await start()
      const guest = await open(doomed.url)
      const pids = doomed.pids()
      if (state === 'paused') await doomed.pause()
      if (state === 'stopped') await doomed.stop()
      await doomed.remove()
      await guest.close().catch(() => {})
      expect(pids.filter(isAlive)).toEqual([])
      expect(doomed.folder !== undefined && existsSync(doomed.folder)).toBe(false)
    })
  })
})
