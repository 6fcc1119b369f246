import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { type ChangeFeed, createChangeFeed } from '../../src/platform/cluster/change-feed/change-feed.ts'
import { openNotifications } from '../../src/platform/cluster/change-feed/open-notifications.ts'
import { type DatabaseHandle, openDatabase } from '../../src/platform/database/database.ts'
import { freshMysqlDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { GENEROUS_LIMITS } from './stores.ts'

const servers = inject('servers')
/** Far below the interval of looking where notices are tested, and far above what a busy machine takes. */
const PATIENCE_MILLISECONDS = 120_000

interface Place {
  readonly url: string
  readonly redisUrl: string
  /** Long enough that only a notice can be faster. */
  readonly pollMilliseconds: number
  drop(): Promise<void>
}

async function onSqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  const drop = () => rm(folder, { recursive: true })
  return { url: `sqlite:${join(folder, 'test.db')}`, redisUrl: '', pollMilliseconds: 100, drop }
}

async function onPostgres(): Promise<Place> {
  return { ...(await freshPostgresDatabase(servers.postgres ?? '')), redisUrl: '', pollMilliseconds: 60_000 }
}

async function onMysqlAndRedis(): Promise<Place> {
  const redisUrl = servers.redis ?? ''
  return { ...(await freshMysqlDatabase(servers.mysql ?? '')), redisUrl, pollMilliseconds: 60_000 }
}

async function onMysqlAlone(): Promise<Place> {
  return { ...(await freshMysqlDatabase(servers.mysql ?? '')), redisUrl: '', pollMilliseconds: 500 }
}

const places: [name: string, open: () => Promise<Place>][] = []
if (!inject('isOnServers')) places.push(['SQLite', onSqlite])
if (servers.postgres) places.push(['PostgreSQL, told by LISTEN and NOTIFY', onPostgres])
if (servers.mysql && servers.redis) places.push(['MariaDB, told by Redis', onMysqlAndRedis])
if (servers.mysql) places.push(['MariaDB alone', onMysqlAlone])

describe.each(places)('the change feed on %s', (_, open) => {
  let place: Place
  const handles: DatabaseHandle[] = []
  const feeds: ChangeFeed[] = []
  beforeEach(async () => {
    place = await open()
  })
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.close()
    for (const handle of handles.splice(0)) await handle.close()
    await place.drop()
  })

  /** A node that knows which rules there are. */
  async function node() {
    const handle = await openDatabase(place.url, { limits: GENEROUS_LIMITS })
    handles.push(handle)
    const policy = createPolicyStore(handle.database)
    let paths: string[] = []
    const feed = createChangeFeed({
      database: handle.database,
      countForeignWrites: handle.countForeignWrites,
      updates: {
        async policy() {
          paths = (await policy.all()).map(({ path }) => path)
        },
        department: async () => {},
        role: async () => {},
        revocation: async () => {},
      },
      now: Date.now,
      pollMilliseconds: place.pollMilliseconds,
      onProblem: () => {},
      openNotifications: (onNotification) =>
        openNotifications({
          address: handle.address,
          redisUrl: place.redisUrl,
          onNotification,
          onProblem: () => {},
        }),
    })
    feeds.push(feed)
    await feed.start()
    const add = (path: string) =>
      feed.write([{ kind: 'policy' }], (transaction) =>
        createPolicyStore(transaction).insert([{ roleKey: 'r', path, method: 'GET' }]),
      )
    return { feed, add, paths: () => paths }
  }

  test('a change is applied immediately on its own node, and soon on the other node', async () => {
    const [one, other] = [await node(), await node()]
    for (let i = 0; i < 10; i++) {
      const { version } = await one.add(`/path-${i}`)
      expect(one.paths()).toContain(`/path-${i}`)
      expect(one.feed.version).toBeGreaterThanOrEqual(version)
      await expect
        .poll(() => other.feed.version, { timeout: PATIENCE_MILLISECONDS, interval: 5 })
        .toBeGreaterThanOrEqual(version)
      expect(other.paths()).toContain(`/path-${i}`)
    }
  })

  test('nodes that write concurrently miss no change', async () => {
    const nodes = await Promise.all([node(), node(), node()])
    const versions = await Promise.all(
      nodes.flatMap((one, n) => Array.from({ length: 15 }, (_, i) => one.add(`/${n}/${i}`))),
    )
    expect(new Set(versions.map(({ version }) => version)).size).toBe(45)
    for (const one of nodes) {
      await expect.poll(() => one.feed.version, { timeout: PATIENCE_MILLISECONDS }).toBe(45)
      expect(one.paths()).toHaveLength(45)
    }
  })
})
