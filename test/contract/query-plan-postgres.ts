import type { Access, QueryPlan } from './query-plans.ts'

type Node = Partial<Record<string, unknown>>

/** Reads what `explain (format json)` answers: a tree of nodes. */
export function readPostgresPlan([row]: unknown[]): QueryPlan {
  const [{ Plan: root } = {}]: Node[] = Object(row)['QUERY PLAN']
  const nodes = withinNode(Object(root))
  const sorts = nodes.filter((node) => typeOf(node).endsWith('Sort') && !withinNode(node).some(isLimit))
  return {
    accesses: nodes.flatMap(accessOf),
    sorts: sorts.map((node) => ({ by: String(node['Sort Key']), rows: Number(node['Plan Rows']) })),
  }
}

function withinNode(node: Node): Node[] {
  const children: Node[] = Array.isArray(node.Plans) ? node.Plans : []
  return [node, ...children.flatMap(withinNode)]
}

function accessOf(node: Node): Access[] {
  const table = String(node['Relation Name'] ?? '')
  const { 'Index Name': index, 'Index Cond': condition } = node
  if (typeof index !== 'string') return typeOf(node) === 'Seq Scan' ? [{ table, how: 'scan' }] : []
  return [
    condition === undefined
      ? { table, index, how: 'walk' }
      : { table, index, how: 'search', by: String(condition) },
  ]
}

function isLimit(node: Node): boolean {
  return typeOf(node) === 'Limit'
}

function typeOf(node: Node): string {
  return String(node['Node Type'])
}
