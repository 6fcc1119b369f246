import { keyOfRule } from '../../../core/permission/policy-rule.ts'
import type { Report } from './import-report.ts'
import type { OldDatabase } from './old-database.store.ts'
import { type OldRule, textOf } from './old-system.ts'

const COLUMNS = ['ptype', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5'] as const
/** The first one is in use now. Versions of 2022 have used the others. */
const TABLES = ['casbin_rule', 'sys_casbin_rule', 'casbin_rules']

/** Returns the name of the table with Casbin's rules, if there is one. */
export function casbinTableOf(old: Pick<OldDatabase, 'hasTable'>): string | undefined {
  return TABLES.find((table) => old.hasTable(table))
}

/** Reads the rules of roles. */
export async function readCasbinRules(old: OldDatabase, report: Report): Promise<readonly OldRule[]> {
  const table = casbinTableOf(old)
  if (table === undefined) return []
  const rules = await readTable(old, table, report)
  for (const other of TABLES.filter((name) => name !== table && old.hasTable(name))) {
    const known = new Set(rules.map(toKey))
    for (const rule of await readTable(old, other, report)) {
      if (known.has(toKey(rule))) continue
      report.add({
        kind: 'left-out',
        reason: `a rule of ${other}, while ${table} is in use`,
        about: `${rule.subject} ${rule.method} ${rule.path}`,
        fix: 'if the old system still uses that table, add the rule with castellan policy add',
      })
    }
  }
  return rules
}

async function readTable(old: OldDatabase, table: string, report: Report): Promise<OldRule[]> {
  const rows = await old.rows(table, COLUMNS)
  return rows.flatMap((row) => {
    const [kind, subject, path, method] = [
      textOf(row, 'ptype'),
      textOf(row, 'v0'),
      textOf(row, 'v1'),
      textOf(row, 'v2'),
    ]
    const isMore = ['v3', 'v4', 'v5'].some((name) =>
      COLUMNS.some((one) => one === name && textOf(row, one) !== ''),
    )
    if (kind === 'p' && !isMore) return [{ subject, path, method }]
    report.add({
      kind: 'left-out',
      reason: kind === 'p' ? 'a rule with further fields' : 'a rule of another kind than "p"',
      about: [kind, subject, path, method].join(', '),
      fix: 'here, a rule allows a role a method and a path: add what it stands for with castellan policy add',
    })
    return []
  })
}

function toKey({ subject, path, method }: OldRule): string {
  return keyOfRule({ roleKey: subject, path, method })
}
