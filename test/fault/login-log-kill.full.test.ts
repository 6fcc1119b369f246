import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { call, postJson } from '../support/client.ts'
import { openContext } from '../support/context.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { report } from './report.ts'
import { progress, rounds, timeoutFor } from './rounds.ts'

const ROUNDS = rounds(4)
const PARALLEL = 8

const folders: { remove(): Promise<void> }[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove()
})

test(
  'kill -9 during logins loses no acknowledged attempt and stores none twice',
  async () => {
    const folder = await temporaryFolder()
    folders.push(folder)
    const flags = [
      'application.mode=dev',
      'rateLimit.perAddress=0',
      'rateLimit.loginPerAddress=0',
      'logger.level=warn',
    ]
    const answered = new Set<string>()
    const sent = new Set<string>()

    for (let round = 0; round < ROUNDS; round++) {
      progress('kill -9 on SQLite', round, ROUNDS)
      const service = await startProcess(folder.path, flags)
      const answers = new EventEmitter()
      const enough = once(answers, 'enough')
      let count = 0
      const client = async (name: number): Promise<void> => {
        for (let turn = 0; ; turn++) {
          const username = `${round}-${name}-${turn}`
          sent.add(username)
          // Malformed bodies count as attempts and are refused faster than a hash takes.
          const body = turn % 2 === 0 ? { username, password: 'wrong' } : { username, password: 1 }
          const answer = await call(`${service.base}/login`, postJson(body)).catch(() => undefined)
          if (answer === undefined) return
          answered.add(username)
          if (++count === 40 + (round % 4) * 17) answers.emit('enough')
        }
      }
      const clients = Array.from({ length: PARALLEL }, (_, name) => client(name))
      await enough
      await service.end('SIGKILL')
      await Promise.all(clients)
    }

    // The next start processes the spools that the killed processes left behind.
    const service = await startProcess(folder.path, flags)
    await service.end('SIGTERM')
    const stored = await storedUsernames(folder.path)
    const kept = new Set(stored)
    const lost = [...answered].filter((username) => !kept.has(username))
    const numbers = { sent: sent.size, answered: answered.size, rows: stored.length, lost: lost.length }
    report('kill -9 on SQLite', { kills: ROUNDS, ...numbers })
    expect(answered.size).toBeGreaterThan(150)
    expect(lost).toEqual([])
    expect(kept.size).toBe(stored.length)
    expect(stored.filter((username) => !sent.has(username))).toEqual([])
  },
  timeoutFor(ROUNDS, 15),
)

async function storedUsernames(folder: string): Promise<string[]> {
  const context = await openContext(`sqlite:${join(folder, 'data', 'castellan.db')}`)
  const names: string[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const { list } = await context.loginLogStore.page(ALL_USERS, {}, { pageIndex, pageSize: 200 })
    names.push(...list.map((entry) => entry.username))
    if (list.length < 200) break
  }
  await context.close()
  return names
}
