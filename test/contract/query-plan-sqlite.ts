import type { Access, QueryPlan } from './query-plans.ts'

interface Line {
  readonly parent: number
  readonly detail: string
}

/** Reads what `explain query plan` answers: a line for each table and each sort. */
export function readSqlitePlan(rows: unknown[]): QueryPlan {
  const lines = rows.map(lineOf)
  const parts = new Set(
    lines.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? []),
  )
  const accesses = lines.flatMap(({ detail }) => accessOf(detail, parts))
  const sorts = lines.filter(({ detail, parent }) => {
    if (!detail.startsWith('USE TEMP B-TREE')) return false
    const first = lines.find((line) => line.parent === parent && /^(?:SCAN|SEARCH)/.test(line.detail))
    const table = first && /^SCAN (\S+)/.exec(first.detail)?.[1]
    return table === undefined || !parts.has(table)
  })
  return { accesses, sorts: sorts.map(({ detail }) => ({ by: detail, rows: Number.POSITIVE_INFINITY })) }
}

function accessOf(detail: string, parts: ReadonlySet<string>): Access[] {
  const found = /^(SCAN|SEARCH) (\S+)(?: USING (?:COVERING )?(?:INDEX (\S+)|(INTEGER PRIMARY KEY)))?/.exec(
    detail,
  )
  const [, verb, table = '', name, primaryKey] = found ?? []
  if (!found || parts.has(table)) return []
  const index = name ?? primaryKey
  if (verb === 'SEARCH')
    return [{ table, index: index ?? detail, how: 'search', by: /\((.*)\)$/.exec(detail)?.[1] ?? '' }]
  // A table is stored in the order of its primary key.
  return [{ table, index: index ?? 'INTEGER PRIMARY KEY', how: 'walk' }]
}

function lineOf(row: unknown): Line {
  const fields: Partial<Record<string, unknown>> = { ...Object(row) }
  return { parent: Number(fields.parent), detail: String(fields.detail) }
}
