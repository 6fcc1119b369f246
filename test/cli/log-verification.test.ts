import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import { verifyLoginLog } from '../../src/features/monitoring/log-verification/login-log-verification.ts'
import { call, postJson } from '../support/client.ts'
import { openContext } from '../support/context.ts'
import { castellan, startProcess, temporaryFolder } from '../support/process.ts'
import { tamperedLogs } from '../support/tampered-log.ts'

let serial = 0

/** Seven entries in either log; the sixth of the login log was deleted by an operator. */

const folder = await temporaryFolder()
afterAll(folder.remove)
const pristine = join(folder.path, 'pristine')
await mkdir(pristine)
await writeFile(join(pristine, 'settings.yml'), '')
const service = await startProcess(pristine, ['application.mode=dev'])
for (let i = 1; i <= 7; i++)
  await call(`${service.base}/login`, postJson({ username: `name-${i}`, password: 'x' }))
await service.end('SIGTERM')
const commands = [1, 2, 3, 4, 5].map((i) => ['role', 'add', `role-${i}`, '--name', `Role ${i}`])
for (const command of [...commands, ['login-log', 'delete', '6']])
  expect(await castellan(pristine, command)).toMatchObject({ code: 0, errors: '' })

/** A copy of the database in which somebody has been busy behind the service's back. */
async function tampered(tamper: (database: DatabaseSyncInstance) => void = () => {}): Promise<string> {
  serial++
  const copy = join(folder.path, `copy-${serial}`)
  await cp(join(folder.path, 'pristine'), copy, { recursive: true })
  const database = new DatabaseSync(join(copy, 'data', 'castellan.db'))
  tamper(database)
  database.close()
  return copy
}

interface Outcome {
  readonly code: number | null
  readonly positions: readonly number[]
  /** To be given to a later verification. */
  readonly anchor: readonly string[]
}

async function verify(copy: string, log: string, ...args: string[]): Promise<Outcome> {
  const { code, output } = await castellan(copy, [log, 'verify', '--json', ...args])
  const { findings, head } = JSON.parse(output)
  const positions = findings.map((finding: { position: number }) => finding.position)
  return { code, positions, anchor: ['--anchor', `${head.position}:${head.hash}`] }
}

/** The same without a process of its own, which takes most of the time. */
async function positionsFound(copy: string, log: 'login-log' | 'audit-log'): Promise<number[]> {
  const context = await openContext(`sqlite:${join(copy, 'data', 'castellan.db')}`)
  const { findings } = await (log === 'login-log'
    ? verifyLoginLog({ ...context, loginLog: context.loginLogStore })
    : verifyAuditLog(context))
  await context.close()
  return findings.map(({ position }) => position)
}

describe.each(['login-log', 'audit-log'] as const)('castellan %s verify', (log) => {
  const forger = tamperedLogs[log]
  const { table, positionColumn } = forger
  const text = log === 'login-log' ? 'username' : 'target'

  test('intact: it says so, exits with 0, and gives an anchor for the next time', async () => {
    const copy = await tampered()
    const { code, output, errors } = await castellan(copy, [log, 'verify'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^intact: [67] entries verified.*\nanchor 7:[0-9a-f]{64}\n$/)
    const [, anchor = ''] = /anchor (\S+)/.exec(output) ?? []
    expect(await verify(copy, log, '--anchor', anchor)).toMatchObject({ code: 0, positions: [] })
  })

  test.each<[string, string, number]>([
    ['a changed field', `update ${table} set ${text} = 'somebody else' where ${positionColumn} = 3`, 3],
    ['a deleted entry', `delete from ${table} where ${positionColumn} = 3`, 3],
  ])('%s: exit 1, and the position is named', async (_, sql, position) => {
    const copy = await tampered((database) => database.exec(sql))
    const outcome = await verify(copy, log)
    expect(outcome.code).toBe(1)
    expect(outcome.positions).toContain(position)
  })

  test.each<[string, string, number]>([
    ['a changed hash', `update ${table} set hash = '${'0'.repeat(64)}' where ${positionColumn} = 3`, 3],
    ['the first one deleted', `delete from ${table} where ${positionColumn} = 1`, 1],
    ['the last one deleted', `delete from ${table} where ${positionColumn} = 7`, 7],
    ['all of them deleted', `delete from ${table}`, 1],
    [
      'two that have changed places',
      `update ${table} set ${positionColumn} = ${positionColumn} - 5 where ${positionColumn} in (2, 3);
       update ${table} set ${positionColumn} = -${positionColumn} where ${positionColumn} = -2;
       update ${table} set ${positionColumn} = 3 where ${positionColumn} = -3`,
      2,
    ],
    ['the end set back', `update log_chains set position = 6 where id = '${table}'`, 7],
    ['the end set forward', `update log_chains set position = 9 where id = '${table}'`, 8],
    [
      'the beginning deleted, and set to where the rest begins',
      `update log_chains set base_position = 3, base_hash = (select hash from ${table} where ${positionColumn} = 3)
       where id = '${table}'; delete from ${table} where ${positionColumn} <= 3`,
      1,
    ],
  ])('found as well: %s', async (_, sql, position) => {
    const copy = await tampered((database) => database.exec(sql))
    expect(await positionsFound(copy, log)).toContain(position)
  })

  test('what is found is said in words', async () => {
    const copy = await tampered((database) =>
      database.exec(`delete from ${table} where ${positionColumn} in (2, 3)`),
    )
    const { code, output } = await castellan(copy, [log, 'verify'])
    expect(code).toBe(1)
    expect(output).toMatch(
      /^entry 2 is missing; so are the entries up to 3\nTAMPERED WITH: 1 finding\nanchor 7:/,
    )
  })

  test('an entry inserted in between, with the hash that it should have', async () => {
    const copy = await tampered((database) => {
      const [, , third = {}] = forger.rows(database)
      forger.shift(database, 3)
      const id = log === 'login-log' ? { id: 1000, entry_key: 'forged' } : {}
      forger.write(database, { ...third, ...id }, 3)
    })
    expect(await verify(copy, log)).toMatchObject({ code: 1, positions: expect.arrayContaining([4]) })
  })

  test('an entry added at the end, with the hash that it should have', async () => {
    const copy = await tampered((database) => {
      const last = forger.rows(database).at(-1) ?? {}
      const id = log === 'login-log' ? { id: 1000, entry_key: 'forged' } : {}
      forger.write(database, { ...last, ...id }, 8)
    })
    expect(await positionsFound(copy, log)).toEqual([8])
  })

  test('the end cut off and the head set back: an anchor tells', async () => {
    const { anchor } = await verify(await tampered(), log)
    const copy = await tampered((database) => {
      database.exec(`delete from ${table} where ${positionColumn} > 4`)
      forger.setHead(database)
    })
    expect(await positionsFound(copy, log)).toEqual([])
    expect(await verify(copy, log, ...anchor)).toMatchObject({ code: 1, positions: [7] })
  })

  test('all made anew from an entry on: an anchor tells', async () => {
    const { anchor } = await verify(await tampered(), log)
    const copy = await tampered((database) => {
      if (log === 'login-log') database.exec('delete from login_log where position > 5')
      for (const row of forger.rows(database).slice(2))
        forger.write(database, { ...row, [text]: 'somebody else' }, Number(row[positionColumn]))
      forger.setHead(database)
    })
    expect(await positionsFound(copy, log)).toEqual([])
    expect(await verify(copy, log, ...anchor)).toMatchObject({ code: 1 })
  })
})

test.each(['7', '7:abc'])('the anchor %j is refused', async (anchor) => {
  const { code, errors } = await castellan(await tampered(), ['login-log', 'verify', '--anchor', anchor])
  expect(code).toBe(2)
  expect(errors).toContain('--anchor')
})

describe('an entry that an operator has deleted', () => {
  test('is told, and leaves the log intact', async () => {
    const { code, output } = await castellan(await tampered(), ['login-log', 'verify'])
    expect(code).toBe(0)
    expect(output).toContain('6 entries verified, 1 removed by operators')
  })

  test('covers for no other that is gone', async () => {
    const copy = await tampered((database) =>
      database.exec(`insert into login_log_removed select 3, hash, audit_id from login_log_removed;
        update login_log_removed set hash = (select hash from login_log where position = 3) where id = 3;
        delete from login_log where position = 3`),
    )
    expect(await positionsFound(copy, 'login-log')).toContain(3)
  })

  test('does not hide that those before it were made anew', async () => {
    const forger = tamperedLogs['login-log']
    const { anchor } = await verify(await tampered(), 'login-log')
    const copy = await tampered((database) => {
      for (const row of forger.rows(database).slice(2, 5))
        forger.write(database, { ...row, username: 'somebody else' }, Number(row.position))
    })
    expect(await verify(copy, 'login-log', ...anchor)).toMatchObject({ code: 1 })
  })
})
