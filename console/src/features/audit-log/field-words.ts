import type { Fields } from '../../shell/api/client.ts'
import type { Texts } from '../../shell/language/texts.ts'

/** Fields that say nothing to a reader. */
const INTERNAL = new Set(['updatedAt', 'revision'])
const MAX_ITEMS = 100
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

interface FieldWordsOptions {
  readonly texts: Texts
  /** The kind of thing that an entry of the audit log has changed, such as `user`. */
  readonly kind: string
  /** Returns the name of a role, if it is known. */
  readonly roleName: (roleId: number) => string | undefined
}

export interface FieldWords {
  /** Returns the name of a field. A field of a later version has its own name. */
  nameOf(field: string): string
  /** Returns the parts of a value: the items of a list, otherwise one part. */
  partsOf(field: string, value: unknown): readonly string[]
}

/** Returns the fields of an object that are shown. The key of a role says more than its number. */
export function shownFields(fields: Fields): readonly (readonly [field: string, value: unknown])[] {
  return Object.entries(fields).filter(
    ([field]) => !INTERNAL.has(field) && !(field === 'roleId' && fields.roleKey !== undefined),
  )
}

/** Shows the fields and the values of the audit log as words. */
export function createFieldWords({ texts, kind, roleName }: FieldWordsOptions): FieldWords {
  const { auditLog, common } = texts
  const names = new Map<string, string>(Object.entries(auditLog.fields))
  const codes = new Map<string, ReadonlyMap<string, string>>(
    Object.entries({
      status:
        kind === 'login-log'
          ? { '1': texts.loginLog.failed, '2': texts.loginLog.succeeded, '3': texts.loginLog.firstStep }
          : { '1': common.disabled, '2': common.enabled },
      roleStatus: { '1': common.disabled, '2': common.enabled },
      dataScope: texts.dataScopes.names,
      loginMethods: texts.methods.names,
      method: texts.methods.names,
      reason: texts.loginLog.reasons,
      secondStep: texts.loginLog.secondSteps,
      report: texts.cleanUp.tabs,
      kind: { account: texts.user.username, network: texts.throttle.network },
    }).map(([field, words]) => [field, new Map<string, string>(Object.entries(words))]),
  )

  function nameOf(field: string): string {
    // A user has the key of a role, and a role has a key of its own.
    if (field === 'roleKey' && kind !== 'role') return auditLog.fields.roleId
    return names.get(field) ?? field
  }

  function textOf(field: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '–'
    if (Array.isArray(value)) return value.length === 0 ? '–' : auditLog.list(partsOf(field, value))
    if (typeof value === 'object') return objectText({ ...value })
    if (typeof value === 'boolean') return value ? common.yes : common.no
    if (field === 'formerRoleId' && value === 0) return '–'
    if (field === 'roleId' || field === 'formerRoleId') return roleName(Number(value)) ?? `#${value}`
    const text = String(value)
    if (TIME.test(text)) return new Date(text).toLocaleString(texts.tag)
    return codes.get(field)?.get(text) ?? text
  }

  function objectText(fields: Fields): string {
    const { roleKey, method, path } = fields
    if (typeof method === 'string' && typeof path === 'string')
      return [roleKey, method, path].filter((part) => part !== undefined).join(' ')
    return auditLog.fieldChanges(
      shownFields(fields).map(([field, value]) => auditLog.fieldIs(nameOf(field), textOf(field, value))),
    )
  }

  function partsOf(field: string, value: unknown): readonly string[] {
    if (!Array.isArray(value) || value.length === 0) return [textOf(field, value)]
    const shown = value.slice(0, MAX_ITEMS).map((item) => textOf(field, item))
    const rest = value.length - shown.length
    return rest > 0 ? [...shown, texts.user.moreRules(rest)] : shown
  }

  return { nameOf, partsOf }
}
