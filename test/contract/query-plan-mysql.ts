import type { Access, QueryPlan, Sort } from './query-plans.ts'

const SEARCHES = new Set(['const', 'eq_ref', 'range', 'ref', 'system'])

/** Reads what `explain format=json` answers. The names of its fields are MariaDB's. */
export function readMysqlPlan([row]: unknown[]): QueryPlan {
  const accesses: Access[] = []
  const sorts: Sort[] = []
  look(JSON.parse(String(Object(row).EXPLAIN)), accesses, sorts)
  return { accesses, sorts }
}

function look(value: unknown, accesses: Access[], sorts: Sort[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === 'table') accesses.push(...accessOf(child))
    // A derived table is a page here: it was cut out before it is sorted.
    if (key === 'filesort' && !isPart(nameOf(child.table)))
      sorts.push({ by: String(child.sort_key), rows: Number(child.table?.rows) })
    look(child, accesses, sorts)
  }
}

function accessOf(table: unknown): Access[] {
  const { access_type: type, key: index, used_key_parts: parts } = { ...Object(table) }
  const name = nameOf(table)
  // Where the keys alone tell that there is no such row, no table is looked at.
  if (type === undefined || isPart(name)) return []
  if (SEARCHES.has(type)) return [{ table: name, index, how: 'search', by: String(parts) }]
  return [type === 'index' ? { table: name, index, how: 'walk' } : { table: name, how: 'scan' }]
}

function nameOf(table: unknown): string {
  return String(Object(table).table_name ?? '')
}

function isPart(name: string): boolean {
  return name.startsWith('<')
}
