import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { openCommandContext } from '../../src/service/cli/context.ts'
import { login } from '../support/client.ts'
import { writeMigratedDatabase } from '../support/migrated-database.ts'
import { startService } from '../support/service.ts'
import { createGoAdminTables, fillGoAdmin, OLD_PASSWORD, rule } from './old-go-admin.ts'
import { importInto, onEveryOldDatabase } from './old-systems.ts'

let hash: string
beforeAll(async () => {
  hash = await bcryptHash(OLD_PASSWORD, 10)
})

async function openContext(operations: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  const url = await writeMigratedDatabase(folder)
  const settings = resolveSettings({ administration: { fourEyes: { operations } } })
  const context = await openCommandContext(url, settings)
  onTestFinished(async () => {
    await context.close()
    await rm(folder, { recursive: true })
  })
  const kinds = async () => {
    const rows = await context.database.selectFrom('events').select(['kind', 'fields']).execute()
    return new Map(rows.map(({ kind, fields }) => [kind, fields]))
  }
  return { context, kinds }
}

onEveryOldDatabase((openOld) => {
  test('four eyes: an import that gives administration rights is reported like every such command', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const covered = await openContext(['grant-administration', 'change-administrator-role'])
    await importInto(covered.context, 'go-admin', { from: old.url })
    expect((await covered.kinds()).has('four-eyes.bypassed')).toBe(false)
    await old.run([rule(50, 'editor', 'POST', '/api/v1/sys-user')])
    await importInto(covered.context, 'go-admin', { from: old.url })
    expect((await covered.kinds()).get('four-eyes.bypassed')).toContain('change-administrator-role')

    const other = await openContext(['grant-administration'])
    await importInto(other.context, 'go-admin', { from: old.url })
    expect((await other.kinds()).get('four-eyes.bypassed')).toContain('grant-administration')
  })

  test('an operator without all data cannot import', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const { context, base, close } = await startService({ settings: { application: { mode: 'dev' } } })
    onTestFinished(close)
    await context.roleAdministration.add({ roleKey: 'branch', roleName: 'Branch' })
    const rules = [{ roleKey: 'branch', method: '*', path: '/api/v1/*' }]
    await context.policyAdministration.add(rules)
    await context.userAdministration.add({ username: 'deputy', roleKey: 'branch', password: OLD_PASSWORD })
    await login(base, { username: 'deputy', password: OLD_PASSWORD })
    const deputy = await context.users.findByName('deputy')
    const sessions = await context.database.selectFrom('sessions').select(['id', 'user_id']).execute()
    const sessionId = sessions.find(({ user_id }) => user_id === deputy?.userId)?.id
    if (!deputy || sessionId === undefined) throw new Error('there is no session')
    const { userId, username, roleId } = deputy
    const operator = { ...context.operator, source: 'http', userId, username, roleId, sessionId } as const
    await expect(importInto({ ...context, operator }, 'go-admin', { from: old.url })).rejects.toMatchObject({
      reason: 'all-data-required',
    })
    expect(await context.users.findByName('alice')).toBeUndefined()
  })
})
