import { sql } from 'kysely'
import type { MigrationContext } from '../migration.ts'
import { createTable, text } from './table.ts'

export async function createPolicyRules(context: MigrationContext): Promise<void> {
  const columns = { id: 'id', role_key: text(64), path: text(1024), method: text(16) } as const
  if (context.dialect !== 'mysql') {
    const unique = { policy_rules_unique: ['role_key', 'path', 'method'] }
    return createTable(context, 'policy_rules', columns, { unique })
  }
  await createTable(context, 'policy_rules', columns)
  await uniqueRulesOnMysql(context)
}

/** The three are longer than a key may be there, so that their hash is the key. */
async function uniqueRulesOnMysql(context: MigrationContext): Promise<void> {
  const { database } = context
  const { rows } = await sql`
    select 1 from information_schema.columns
    where table_schema = database() and table_name = 'policy_rules' and column_name = 'rule_hash'`.execute(
    database,
  )
  if (rows.length === 0) {
    await sql`
      alter table policy_rules
        add column rule_hash binary(32)
          generated always as (unhex(sha2(concat_ws(char(10), role_key, path, method), 256))) stored,
        add unique key policy_rules_unique (rule_hash),
        add key policy_rules_role_key (role_key, path(255))`.execute(database)
  }
}
