import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  allOf,
  countUpTo,
  offsetOf,
  type Page,
  type PageRequest,
  type TimeOrder,
} from '../../platform/database/query/page.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'
import {
  ANONYMOUS_KINDS,
  type Event,
  type EventFields,
  type EventKind,
  eventText,
  type NewEvent,
  type Severity,
  severityOf,
} from './event.ts'
import type { EventTables } from './event-tables.ts'

export interface EventFilter {
  readonly kind?: EventKind | undefined
  readonly severity?: Severity | undefined
  /** Only events with a larger id. */
  readonly after?: number | undefined
  readonly id?: number | undefined
}

const HEAD = 1
/** Of events that anybody can cause, and of all others. */
const MAX_EVENTS = 10_000

export type EventStore = ReturnType<typeof createEventStore>

/**
 * Stores an event in the transaction of what has happened. No other transaction gets an id until this one ends, so that
 * ids are committed in their order, without gaps, and a reader misses none. See docs/decisions/0038-events.md.
 */
export async function appendEvent(transaction: Transaction, event: NewEvent, at: number): Promise<number> {
  const head = transaction.selectFrom('event_head').select('last_id').where('id', '=', HEAD)
  const { last_id } = await forUpdate(transaction, head).executeTakeFirstOrThrow()
  const id = last_id + 1
  await transaction
    .insertInto('events')
    .values({
      id,
      kind: event.kind,
      severity: event.severity ?? severityOf(event.kind),
      happened_at: at,
      fields: JSON.stringify(event.fields),
    })
    .execute()
  await transaction.updateTable('event_head').set({ last_id: id }).where('id', '=', HEAD).execute()
  return id
}

/** Returns what `saveReportedKeys` has stored. No other transaction reads it until this one ends. */
export async function readReportedKeys(transaction: Transaction): Promise<string | undefined> {
  const head = transaction.selectFrom('event_head').select('reported_keys').where('id', '=', HEAD)
  const { reported_keys } = await forUpdate(transaction, head).executeTakeFirstOrThrow()
  return reported_keys === '' ? undefined : reported_keys
}

/** Stores the keys with which the next change is compared. */
export async function saveReportedKeys(transaction: Transaction, keys: string): Promise<void> {
  await transaction.updateTable('event_head').set({ reported_keys: keys }).where('id', '=', HEAD).execute()
}

export function createEventStore(database: Database) {
  return {
    /** Returns the id of the newest event; 0 if there was none. */
    async latestId(): Promise<number> {
      const head = database.selectFrom('event_head').select('last_id').where('id', '=', HEAD)
      return (await head.executeTakeFirstOrThrow()).last_id
    },

    /** Returns the next events after an id, the oldest first. */
    async after(id: number, limit: number): Promise<Event[]> {
      const rows = await database
        .selectFrom('events')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(eventOf)
    },

    async page(
      { kind, severity, after, id }: EventFilter,
      page: PageRequest,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<Event>> {
      const { pageIndex, pageSize } = page
      const conditions = [
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(severity === undefined ? [] : [sql`severity = ${severity}`]),
        ...(after === undefined ? [] : [sql`id > ${after}`]),
        ...(id === undefined ? [] : [sql`id = ${id}`]),
      ]
      const condition = sql<SqlBool>`${allOf(conditions)}`
      const rows = await database
        .selectFrom('events')
        .selectAll()
        .where(condition)
        .orderBy('id', order === 'newest-first' ? 'desc' : 'asc')
        .limit(pageSize)
        .offset(offsetOf(page))
        .execute()
      const counted = await countUpTo(database, 'events', condition)
      return { list: rows.map(eventOf), ...counted, pageIndex, pageSize }
    },

    /**
     * Deletes events from before a time, and the oldest that are more than the maximum. Events that anybody can cause and
     * all others are counted separately, so that a flood of failed logins does not delete the others.
     */
    async deleteExpired(before: number, maxEvents = MAX_EVENTS): Promise<void> {
      await database.deleteFrom('events').where('happened_at', '<', before).execute()
      for (const operator of ['in', 'not in'] as const) {
        const excess = await database
          .selectFrom('events')
          .select('id')
          .where('kind', operator, ANONYMOUS_KINDS)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(maxEvents)
          .executeTakeFirst()
        if (excess === undefined) continue
        await database
          .deleteFrom('events')
          .where('kind', operator, ANONYMOUS_KINDS)
          .where('id', '<=', excess.id)
          .execute()
      }
    },
  }
}

function eventOf(row: Selectable<EventTables['events']>): Event {
  const fields = fieldsOf(row.fields)
  return {
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    time: new Date(row.happened_at).toISOString(),
    text: eventText(row.kind, fields),
    fields,
  }
}

/** Somebody may have changed the row: what is not a text or a number is left out. */
function fieldsOf(json: string): EventFields {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return {}
    const entries: [string, unknown][] = Object.entries(value)
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, string | number] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
    )
  } catch {
    return {}
  }
}
