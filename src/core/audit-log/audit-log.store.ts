import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { emptyPage, type Page, type PageRequest, type TimeOrder } from '../../platform/database/query/page.ts'
import {
  contains,
  endsWith,
  isStorable,
  startsWith,
  truncate,
} from '../../platform/database/query/stored-text.ts'
import {
  type ColumnCondition,
  createTimeOrderReader,
  nameRange,
} from '../../platform/database/query/time-order-reader.ts'
import { type AuditedChange, changedUsersOf, linkAuditLogEntry } from './audit-log-entry.ts'
import type { AuditLogReader } from './audit-log-reader.ts'
import type { AuditLogTables } from './audit-log-tables.ts'
import { formatConcerned, isReadableBy, readableBy, storeConcerned } from './entry-departments.store.ts'
import { createChainStore, linkedEntries } from './hash-chain/chain.store.ts'
import type { Operator } from './operator.ts'

/** An entry as the API returns it. */
export type AuditLogEntry = Readonly<ReturnType<typeof entryOf>>

export interface AuditLogFilter {
  /** The whole name, or its beginning and an asterisk. */
  readonly operator?: string | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: number | undefined
  /** The whole target, or one of the names in a target that lists several. */
  readonly target?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export type AuditLogStore = ReturnType<typeof createAuditLogStore>

export function createAuditLogStore(database: Database) {
  const chain = createChainStore(database, 'audit_log')
  const reader = createTimeOrderReader<Selectable<AuditLogTables['audit_log']>>(
    database,
    'audit_log',
    'made_at',
  )

  return {
    async find(by: AuditLogReader, id: number): Promise<AuditLogEntry | undefined> {
      const row = await database
        .selectFrom('audit_log')
        .selectAll()
        .where('id', '=', id)
        .where(await isReadableBy(database, by))
        .executeTakeFirst()
      return row && entryOf(row)
    },

    async page(
      by: AuditLogReader,
      filter: AuditLogFilter,
      page: PageRequest,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<AuditLogEntry>> {
      if (!isStorable(filter.target ?? '')) return emptyPage(page)
      const countAll = async () => (await chain.ends()).head.position
      const found = await reader.page(queryOf(await readableBy(database, by), filter), page, order, countAll)
      return { ...found, list: found.list.map(entryOf) }
    },

    async *each(by: AuditLogReader, filter: AuditLogFilter): AsyncGenerator<AuditLogEntry> {
      if (!isStorable(filter.target ?? '')) return
      const query = queryOf(await readableBy(database, by), filter)
      for await (const row of reader.each(query)) yield entryOf(row)
    },

    ends: chain.ends,

    /** Yields all entries in the order of the hash chain. */
    links: () => linkedEntries(entriesAfter, linkAuditLogEntry),
  }

  function entriesAfter(position: number, limit: number) {
    const entries = database.selectFrom('audit_log').selectAll().select('id as position')
    return entries.where('id', '>', position).orderBy('id').limit(limit).execute()
  }
}

/** Appends changes to the log, in the transaction of the changes. Returns the id of the last entry. */
export async function appendToAuditLog(
  transaction: Database,
  operator: Operator,
  changes: readonly AuditedChange[],
  at: number,
): Promise<number> {
  const chain = createChainStore(transaction, 'audit_log')
  let { head } = await chain.lock()
  for (const change of changes) {
    const row = rowOf(operator, change, at)
    head = linkAuditLogEntry(head, row)
    await storeConcerned(transaction, row.departments)
    await transaction
      .insertInto('audit_log')
      .values({ id: head.position, ...row, hash: head.hash })
      .execute()
  }
  await chain.moveHead(head)
  return head.position
}

const MAX_TARGET_CHARACTERS = 1024

function rowOf(operator: Operator, change: AuditedChange, at: number) {
  const kind = change.action.slice(0, change.action.indexOf('.'))
  const users = changedUsersOf(change)
  return {
    made_at: at,
    operator_id: operator.userId,
    operator: operator.username,
    operator_owner: operator.owner ?? '',
    source: operator.source,
    ipaddr: operator.ipaddr,
    request_id: operator.requestId,
    action: change.action,
    target_kind: kind,
    target_id: change.targetId ?? 0,
    target: truncate(change.target, MAX_TARGET_CHARACTERS),
    user_id: users.length === 1 ? (users[0] ?? 0) : 0,
    departments: formatConcerned(change.deptIds ?? []),
    before: change.before === undefined ? '' : JSON.stringify(change.before),
    after: change.after === undefined ? '' : JSON.stringify(change.after),
  }
}

function entryOf(row: Selectable<AuditLogTables['audit_log']>) {
  return {
    id: row.id,
    time: new Date(row.made_at).toISOString(),
    operatorId: row.operator_id,
    operator: row.operator,
    /** The owner of an operator that is a service account; empty for others. */
    operatorOwner: row.operator_owner,
    source: row.source,
    ipaddr: row.ipaddr,
    requestId: row.request_id,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    target: row.target,
    before: fromJson(row.before),
    after: fromJson(row.after),
  }
}

/** Returns the text itself where it is not JSON: somebody may have changed it. */
function fromJson(json: string): unknown {
  if (json === '') return null
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function queryOf(
  anyOf: readonly ColumnCondition[],
  { operator, action, targetKind, targetId, target, from, to }: AuditLogFilter,
) {
  return {
    ...(target ? { usual: hasTarget(target) } : {}),
    equals: { target_id: targetId },
    ranges: { operator: nameRange(operator) },
    lowCardinality: { action, target_kind: targetKind },
    anyOf,
    from,
    to,
  }
}

/** The target of a change of rules lists the keys of its roles, separated by commas. */
function hasTarget(name: string): RawBuilder<unknown> {
  return sql`(target = ${name} or ${startsWith('target', `${name}, `)} or ${endsWith('target', `, ${name}`)} or ${contains('target', `, ${name}, `)})`
}
