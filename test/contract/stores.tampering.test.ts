import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendToAuditLog, createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { linkLoginLogEntry } from '../../src/core/login-log/login-log-columns.ts'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, logEntry } from './stores-data.ts'
import { administrationOf, OPERATOR, verifiedLoginLog } from './stores-operators.ts'

const ENTRIES = 6

/** Every column but the ids that the database gives, and something else that it could hold. */
const loginLogColumns = {
  entry_key: 'other',
  username: 'mallory',
  status: '1',
  ipaddr: '10.6.6.6',
  login_location: 'elsewhere',
  browser: 'other',
  os: 'other',
  platform: 'other',
  login_time: AT + 1,
  remark: 'other',
  msg: 'other',
  reason: 'other',
  method: 'other',
  chain_version: 2,
  hash: 'f'.repeat(64),
  position: 77,
}

const auditLogColumns = {
  made_at: AT + 1,
  operator_id: 7,
  operator: 'mallory',
  operator_owner: 'mallory',
  source: 'http',
  ipaddr: '10.6.6.6',
  request_id: 'other',
  action: 'user.other',
  target_kind: 'role',
  target_id: 7,
  target: 'other',
  user_id: 7,
  departments: '7',
  before: '{"other":1}',
  after: '{"other":1}',
  hash: 'f'.repeat(64),
  id: 77,
}

onEveryDatabase((place) => {
  describe('verification of the login log finds', () => {
    test.each(Object.entries(loginLogColumns))('a changed %s', async (column, value) => {
      await fill()
      expect(await verified()).toMatchObject({ intact: true, verified: ENTRIES })
      await sql`update login_log set ${sql.ref(column)} = ${value} where position = 3`.execute(place.database)
      expect(await verified()).toMatchObject({ intact: false })
    })

    test.each([1, 3, ENTRIES])('deleted row %i', async (position) => {
      await fill()
      await place.database.deleteFrom('login_log').where('position', '=', position).execute()
      expect((await verified()).findings).toContainEqual(
        expect.objectContaining({ kind: 'missing', position }),
      )
    })

    test.each([-5, 0, ENTRIES + 1, 1000])(
      'a row that was put in at %i, linked to the one before it',
      async (position) => {
        await fill()
        await insertAt(position)
        expect((await verified()).findings).toEqual([expect.objectContaining({ kind: 'inserted', position })])
      },
    )

    test('two swapped rows', async () => {
      await fill()
      for (const [from, to] of [
        [2, 100],
        [4, 2],
        [100, 4],
      ]) {
        await place.database
          .updateTable('login_log')
          .set({ position: to })
          .where('position', '=', from ?? 0)
          .execute()
      }
      expect(await verified()).toMatchObject({ intact: false })
    })

    test('a row deleted as if by an operator, without an audit log entry', async () => {
      await fill()
      const { loginLogAdministration } = administrationOf(place.database)
      const [id = 0] = await idsAt(2)
      await loginLogAdministration.remove(OPERATOR, [id])
      const [row] = await place.database
        .selectFrom('login_log')
        .selectAll()
        .where('position', '=', 4)
        .execute()
      const { auditId, hash } = {
        auditId: (await createAuditLogStore(place.database).ends()).head.position,
        hash: row?.hash ?? '',
      }
      for (const audit_id of [auditId, auditId + 1]) {
        await place.database.deleteFrom('login_log').where('position', '=', 4).execute()
        await place.database.deleteFrom('login_log_removed').where('id', '=', 4).execute()
        await place.database.insertInto('login_log_removed').values({ id: 4, hash, audit_id }).execute()
        expect(await verified()).toMatchObject({
          removed: 1,
          findings: [expect.objectContaining({ kind: 'missing', position: 4, upTo: 4 })],
        })
      }
    })

    test('a row inserted at a position that an operator has deleted', async () => {
      await fill()
      const { loginLogAdministration } = administrationOf(place.database)
      await loginLogAdministration.remove(OPERATOR, [...(await idsAt(3)), ...(await idsAt(4))])
      await insertAt(3)
      expect((await verified()).findings).toMatchObject([{ position: 3 }])
    })

    test('a rewritten end: only by an anchor', async () => {
      await fill()
      const { head: anchor } = await verified()
      const tail = await place.database
        .selectFrom('login_log')
        .selectAll()
        .where('position', '>=', 4)
        .orderBy('position')
        .execute()
      const before = await place.database
        .selectFrom('login_log')
        .select(['position', 'hash'])
        .where('position', '=', 3)
        .executeTakeFirstOrThrow()
      let link = before
      for (const row of tail) {
        link = linkLoginLogEntry(link, { ...row, username: 'mallory' })
        await place.database
          .updateTable('login_log')
          .set({ username: 'mallory', hash: link.hash })
          .where('id', '=', row.id)
          .execute()
      }
      await place.database.updateTable('log_chains').set(link).where('id', '=', 'login_log').execute()
      expect(await verified()).toMatchObject({ intact: true })
      expect(await verifiedLoginLog(place.database, [anchor])).toMatchObject({
        findings: [{ position: ENTRIES }],
      })
    })
  })

  describe('verification of the audit log finds', () => {
    const verifiedAudit = () => verifyAuditLog({ auditLog: createAuditLogStore(place.database) })
    const fillAudit = () =>
      inTransaction(place.database, (transaction) =>
        appendToAuditLog(
          transaction,
          OPERATOR,
          Array.from(
            { length: ENTRIES },
            () => ({ action: 'user.update', target: 'alice', after: { a: 'ä' } }) as const,
          ),
          AT,
        ),
      )

    test.each(Object.entries(auditLogColumns))('a changed %s', async (column, value) => {
      await fillAudit()
      expect(await verifiedAudit()).toMatchObject({ intact: true, verified: ENTRIES })
      await sql`update audit_log set ${sql.ref(column)} = ${value} where id = 3`.execute(place.database)
      expect(await verifiedAudit()).toMatchObject({ intact: false })
    })

    test.each([1, 3, ENTRIES])('deleted row %i', async (id) => {
      await fillAudit()
      await place.database.deleteFrom('audit_log').where('id', '=', id).execute()
      expect((await verifiedAudit()).findings).toContainEqual(
        expect.objectContaining({ kind: 'missing', position: id }),
      )
    })
  })

  const verified = () => verifiedLoginLog(place.database)

  function fill(): Promise<void> {
    const entries = Array.from({ length: ENTRIES }, (_, index) =>
      logEntry(`key ${index}`, { msg: `ä ${index}` }),
    )
    return createLoginLogStore(place.database).insertMany(entries)
  }

  async function idsAt(position: number): Promise<number[]> {
    const rows = await place.database
      .selectFrom('login_log')
      .select('id')
      .where('position', '=', position)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** As good a forgery as can be made without writing the rest anew. */
  async function insertAt(position: number): Promise<void> {
    const [row] = await place.database.selectFrom('login_log').selectAll().where('position', '=', 1).execute()
    if (!row) throw new Error('the log is empty')
    const before = await place.database
      .selectFrom('login_log')
      .select('hash')
      .where('position', '=', position - 1)
      .executeTakeFirst()
    const { id: _id, ...content } = { ...row, entry_key: 'forged' }
    const link = linkLoginLogEntry({ position: position - 1, hash: before?.hash ?? '' }, content)
    await place.database
      .insertInto('login_log')
      .values({ ...content, ...link })
      .execute()
  }
})
