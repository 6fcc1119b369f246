import type { Fields, Schemas } from '../../shell/api/client.ts'
import type { Texts } from '../../shell/language/texts.ts'
import { differencesOf } from './differences.ts'
import { createFieldWords } from './field-words.ts'

const MAX_LISTED = 3

/** What a change is described by: an entry of the audit log, or a change that is only planned. */
export type ChangeEntry = Pick<
  Schemas['AuditLogEntry'],
  'action' | 'targetKind' | 'targetId' | 'target' | 'before' | 'after'
>

/** A name in a sentence that has a page of its own. */
export interface Named {
  readonly kind: 'user' | 'role' | 'route' | 'address'
  /** What the page is found by: the username, the key of the role, the path or the address. */
  readonly name: string
  readonly text: string
  /** The number of the user or role, where the entry has it: the name may have been changed. */
  readonly id?: number
}

interface SentenceOptions {
  readonly texts: Texts
  /** Returns the role with a number, if it is known. */
  readonly roleOf: (roleId: number) => Pick<Schemas['Role'], 'roleKey' | 'roleName'> | undefined
}

/** Unicode's isolates, which surround inserted names. */
const NAME = /\u2068(\d+)\u2069/

/**
 * Says what an entry of the audit log changed, as the parts of a sentence: texts, and names that have a page. There are none
 * for an action that it does not know.
 */
export function changeSentence(entry: ChangeEntry, options: SentenceOptions): (string | Named)[] {
  const names: Named[] = []
  const sentence = sentenceOf(entry, options, (named) => `\u2068${names.push(named) - 1}\u2069`)
  return sentence
    .split(NAME)
    .map((part, place) => (place % 2 === 1 ? (names[Number(part)] ?? part) : part))
    .filter((part) => part !== '')
}

/** Returns the sentence, with what `insert` returns in place of each name. */
function sentenceOf(entry: ChangeEntry, options: SentenceOptions, insert: (named: Named) => string): string {
  const { sentences } = options.texts.auditLog
  const { action } = entry
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)]
  const named: Insert = (kind, name, text = name, id = 0) =>
    name === '' ? '' : insert({ kind, name, text, ...(id === 0 ? {} : { id }) })
  const target = targetOf(entry, named)
  const rules = (list: unknown) => rulesOf(list, options.texts, named)
  switch (action) {
    case 'user.create':
      return sentences.addedUser(target, roleOf(after, options, named))
    case 'user.update':
      return sentences.changedUser(target, changesOf(entry, options))
    case 'user.request-role':
      return sentences.requestedRole(target, roleOf(after, options, named) ?? '', Number(after.hours))
    case 'user.request-withdraw':
      return sentences.withdrewRequest(target, roleOf(after, options, named) ?? '')
    case 'user.request-approve':
      return sentences.approvedRequest(target, roleOf(after, options, named) ?? '', Number(after.hours))
    case 'user.request-refuse':
      return sentences.refusedRequest(target, roleOf(after, options, named) ?? '')
    case 'user.role-end':
      return sentences.roleEnded(
        target,
        roleOf(before, options, named) ?? '',
        roleOf(after, options, named),
        after.roleStatus !== undefined || after.status !== undefined,
      )
    case 'user.password':
      return sentences.setPassword(target, after.pwdChangeDue === true)
    case 'user.invite':
      return sentences.invitedUser(target)
    case 'user.password-request':
      return sentences.sentForgottenLink(target)
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
    case 'user.service-create':
      return sentences.addedServiceAccount(target)
    case 'user.service-accept':
      return sentences.acceptedServiceAccount(target)
    case 'user.service-update':
      return sentences.changedServiceAccount(target, changesOf(entry, options))
    case 'user.service-disable':
      return sentences.disabledServiceAccount(target)
    case 'user.secret-add':
      return sentences.addedSecret(target)
    case 'user.secret-remove':
      return sentences.removedSecret(target)
    case 'user.key-add':
      return sentences.addedKey(target)
    case 'user.key-remove':
      return sentences.removedKey(target)
    case 'user.delete':
      return sentences.deletedUser(target)
    case 'user.link':
      return sentences.linkedUser(target, textOf(after.issuer), textOf(after.subject))
    case 'user.unlink':
      return sentences.unlinkedUser(target, textOf(before.issuer), textOf(before.subject))
    case 'user.end-sessions':
      return sentences.endedSessions(target)
    case 'user.credentials-remove':
      return sentences.removedCredentials(target, textOf(after.issuer))
    case 'user.import':
      return sentences.importedUsers(lengthOf(after.users))
    case 'role.create':
      return sentences.addedRole(target)
    case 'role.copy':
      return sentences.copiedRole(named('role', textOf(after.copyOf)), target)
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
    case 'user.suspend':
      return sentences.suspended(target, named('user', textOf(after.suspendedWith)))
    case 'user.restore':
      return sentences.restoredUser(target)
    case 'user.keep-disabled':
      return sentences.keptDisabled(target)
    case 'policy.add':
      return sentences.addedRules(rules(after.rules), target)
    case 'policy.remove':
      return sentences.removedRules(rules(before.rules), target)
    case 'policy.change':
      return sentences.changedRules(rules(after.rules), rules(before.rules), target)
    case 'confirmation.ask':
      return sentences.askedConfirmation(target)
    case 'confirmation.confirm':
      return sentences.confirmed(target, named('user', textOf(after.askedBy)))
    case 'confirmation.refuse':
      return sentences.refusedConfirmation(target, named('user', textOf(after.askedBy)))
    case 'confirmation.withdraw':
      return sentences.withdrewConfirmation(target, named('user', textOf(after.askedBy)))
    case 'confirmation.use':
      return sentences.usedConfirmation(target, named('user', textOf(after.confirmedBy)))
    case 'session.end':
      return sentences.endedSession(target, named('address', textOf(before.ipaddr)))
    case 'session.end-many':
      return sentences.endedManySessions(Number(before.sessions ?? 0), Number(before.users ?? 0), target)
    case 'throttle.release':
      return sentences.released(named('user', textOf(before.username)), textOf(before.network))
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

type Insert = (kind: Named['kind'], name: string, text?: string, id?: number) => string

/** Returns the target with the names of existing users and roles inserted. A rule may have several roles as its target. */
function targetOf({ action, targetKind, targetId, target }: ChangeEntry, named: Insert): string {
  if (action.endsWith('.delete') || action === 'role.merge') return target
  if (targetKind === 'session') return named('user', target)
  if (targetKind === 'user' || targetKind === 'role') return named(targetKind, target, target, targetId)
  if (targetKind === 'policy')
    return target
      .split(', ')
      .map((key) => named('role', key))
      .join(', ')
  return target
}

/** Returns the changed fields, such as "remark: – → night shift". */
function changesOf(entry: ChangeEntry, { texts, roleOf }: SentenceOptions): string {
  const { auditLog } = texts
  const words = createFieldWords({ texts, kind: entry.targetKind, roleName: (id) => roleOf(id)?.roleName })
  const shown = (name: string, value: unknown): string => auditLog.list(words.partsOf(name, value))
  const changes = differencesOf(entry.before, entry.after).map(({ name, was, is }) =>
    auditLog.fieldChange(words.nameOf(name), shown(name, was), shown(name, is)),
  )
  return auditLog.fieldChanges(changes)
}

function rulesOf(rules: unknown, { auditLog }: Texts, named: Insert): string {
  const all = Array.isArray(rules) ? rules.map(fieldsOf) : []
  const listed = all
    .slice(0, MAX_LISTED)
    .map(({ method, path }) => named('route', textOf(path), `${textOf(method)} ${textOf(path)}`))
  const rest = all.length - listed.length
  const text = auditLog.list(listed)
  return rest > 0 ? auditLog.andMore(text, rest) : text
}

/** Returns the role of a new user. An entry without the key of the role has its number. */
function roleOf(user: Fields, options: SentenceOptions, named: Insert): string | undefined {
  if (typeof user.roleKey === 'string') return named('role', user.roleKey)
  const role = user.roleId === undefined ? undefined : options.roleOf(Number(user.roleId))
  return role && named('role', role.roleKey, role.roleName)
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
