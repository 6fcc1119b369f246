import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { AUDIT_ACTIONS, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import { READS_ALL } from '../../../core/audit-log/audit-log-reader.ts'
import { fieldsOf, listIn } from '../../../core/audit-log/audited-fields.ts'
import { keyOfRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ENABLED } from '../../../core/user/status.ts'

/** Returns whether a rule is so new that nobody may have needed it yet. */
type IsRecent = (rule: PolicyRule) => boolean

/**
 * Reads from the audit log which rules were added since a time, and which roles were copied, renamed or got the users of
 * merged roles: calls before that are recorded with another role key.
 */
export async function readRecentGrants(
  auditLog: Pick<AuditLogStore, 'each'>,
  since: number,
): Promise<IsRecent> {
  const rules = new Set<string>()
  const roleKeys = new Set<unknown>()
  for (const action of ['policy.add', 'policy.change']) {
    for await (const { after } of auditLog.each(READS_ALL, { action, from: since })) {
      for (const { roleKey, path, method } of listIn(after, 'rules').map(fieldsOf))
        rules.add(keyOfRule({ roleKey: String(roleKey), path: String(path), method: String(method) }))
    }
  }
  for (const action of ['role.update', 'role.copy']) {
    for await (const { after } of auditLog.each(READS_ALL, { action, from: since })) {
      const { roleKey } = fieldsOf(after)
      if (roleKey !== undefined) roleKeys.add(roleKey)
    }
  }
  for await (const { before } of auditLog.each(READS_ALL, { action: 'role.merge', from: since })) {
    for (const merge of listIn(before, 'merges')) roleKeys.add(fieldsOf(merge).keep)
  }
  return (rule) => roleKeys.has(rule.roleKey) || rules.has(keyOfRule(rule))
}

/** Reads from the audit log which users were enabled since a time. */
export async function readRecentlyEnabled(
  auditLog: Pick<AuditLogStore, 'each'>,
  since: number,
): Promise<ReadonlySet<number>> {
  const userIds = new Set<number>()
  for (const action of AUDIT_ACTIONS.filter((one) => meaningOf(one).enables)) {
    for await (const { targetId, after } of auditLog.each(READS_ALL, { action, from: since })) {
      if (fieldsOf(after).status === ENABLED) userIds.add(targetId)
    }
  }
  return userIds
}
