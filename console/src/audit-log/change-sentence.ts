import type { AuditLogEntry } from '../api.ts'
import type { Texts } from '../language/texts.ts'
import { differencesOf } from './differences.ts'
import { createFieldWords } from './field-words.ts'

type Fields = Readonly<Record<string, unknown>>

const MAX_LISTED = 3

interface SentenceOptions {
  readonly texts: Texts
  /** Returns the name of a role, if it is known. */
  readonly roleName: (roleId: number) => string | undefined
}

/** Says what an entry of the audit log changed, in a sentence. Returns '' for an action it does not know. */
export function changeSentence(entry: AuditLogEntry, options: SentenceOptions): string {
  const { sentences } = options.texts.auditLog
  const { action, target } = entry
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)]
  switch (action) {
    case 'user.create':
      return sentences.addedUser(target, roleOf(after, options))
    case 'user.update':
      return sentences.changedUser(target, changesOf(entry, options))
    case 'user.password':
      return sentences.setPassword(target, after.pwdChangeDue === true)
    case 'user.second-factor-enable':
      return sentences.enabledSecondFactor(target)
    case 'user.second-factor-remove':
      return sentences.removedSecondFactor(target)
    case 'user.second-factor-reset':
      return sentences.resetSecondFactor(target)
    case 'user.second-factor-key':
      return sentences.rotatedSecondFactorKey
    case 'user.recovery-codes':
      return sentences.renewedRecoveryCodes(target)
    case 'user.passkey-add':
      return sentences.addedPasskey(target, textOf(after.name))
    case 'user.passkey-rename':
      return sentences.renamedPasskey(target, textOf(before.name), textOf(after.name))
    case 'user.passkey-remove':
      return sentences.removedPasskey(target, textOf(before.name))
    case 'user.delete':
      return sentences.deletedUser(target)
    case 'user.link':
      return sentences.linkedUser(target, textOf(after.issuer), textOf(after.subject))
    case 'user.unlink':
      return sentences.unlinkedUser(target, textOf(before.issuer), textOf(before.subject))
    case 'user.end-sessions':
      return sentences.endedSessions(target)
    case 'user.import':
      return sentences.importedUsers(lengthOf(after.users))
    case 'role.create':
      return sentences.addedRole(target)
    case 'role.copy':
      return sentences.copiedRole(textOf(after.copyOf), target)
    case 'role.update':
      return sentences.changedRole(target, changesOf(entry, options))
    case 'role.delete':
      return sentences.deletedRole(target)
    case 'role.merge':
      return sentences.mergedRoles(target)
    case 'role.end-sessions':
      return sentences.endedRoleSessions(target, Number(before.sessions ?? 0), Number(before.users ?? 0))
    case 'dept.create':
      return sentences.addedDepartment(target)
    case 'dept.update':
      return sentences.changedDepartment(target, changesOf(entry, options))
    case 'dept.delete':
      return sentences.deletedDepartment(target)
    case 'user.disable':
      return sentences.disabledUsers(lengthOf(before.users))
    case 'policy.add':
      return sentences.addedRules(rulesOf(after.rules, options.texts), target)
    case 'policy.remove':
      return sentences.removedRules(rulesOf(before.rules, options.texts), target)
    case 'policy.change':
      return sentences.changedRules(
        rulesOf(after.rules, options.texts),
        rulesOf(before.rules, options.texts),
        target,
      )
    case 'session.end':
      return sentences.endedSession(target, textOf(before.ipaddr))
    case 'session.end-many':
      return sentences.endedManySessions(Number(before.sessions ?? 0), Number(before.users ?? 0), target)
    case 'throttle.release':
      return sentences.released(textOf(before.username), textOf(before.network))
    case 'login-log.delete':
      return sentences.deletedEntries(lengthOf(before.entries))
    case 'login-log.retention':
      return sentences.expiredEntries(Number(after.dropped ?? 0))
    case 'database.restore':
      return sentences.restored(target)
    default:
      return ''
  }
}

/** Returns the changed fields, such as "remark: – → night shift". */
function changesOf(entry: AuditLogEntry, { texts, roleName }: SentenceOptions): string {
  const { auditLog } = texts
  const words = createFieldWords({ texts, kind: entry.targetKind, roleName })
  const shown = (name: string, value: unknown): string => auditLog.list(words.partsOf(name, value))
  const changes = differencesOf(entry.before, entry.after).map(({ name, was, is }) =>
    auditLog.fieldChange(words.nameOf(name), shown(name, was), shown(name, is)),
  )
  return auditLog.fieldChanges(changes)
}

function rulesOf(rules: unknown, { auditLog }: Texts): string {
  const all = Array.isArray(rules) ? rules.map(fieldsOf) : []
  const listed = all.slice(0, MAX_LISTED).map(({ method, path }) => `${textOf(method)} ${textOf(path)}`)
  const rest = all.length - listed.length
  const text = auditLog.list(listed)
  return rest > 0 ? auditLog.andMore(text, rest) : text
}

function roleOf(user: Fields, { roleName }: SentenceOptions): string | undefined {
  if (typeof user.roleKey === 'string') return user.roleKey
  return user.roleId === undefined ? undefined : roleName(Number(user.roleId))
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
