import { DATA_SCOPES } from '../../accounts/role/role.ts'
import { DISABLED, ENABLED } from '../../accounts/status.ts'
import { PROBLEMS } from '../../logs/hash-chain/compare.ts'
import { LOGIN_FAILED, LOGIN_PENDING, LOGIN_SUCCEEDED } from '../../logs/login-log/login-status.ts'
import { SEVERITIES } from '../../observability/events/event.ts'
import type { Schema } from '../http/documentation.ts'

/** The schemas of what endpoints return. They describe the responses in the OpenAPI document and do not change them. */

export const text: Schema = { type: 'string' }
export const count: Schema = { type: 'integer', minimum: 0 }
export const time: Schema = { type: 'string', format: 'date-time', description: 'UTC.' }
export const timeOrNull: Schema = { type: ['string', 'null'], format: 'date-time' }

/** The type of ids in JSON. */
export const id: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
export const revision: Schema = {
  type: 'integer',
  minimum: 1,
  description:
    'Increases with every change. Send it with a change to be refused if the record has been changed since.',
}
export const status: Schema = { enum: [ENABLED, DISABLED], description: '`2` enabled, `1` disabled.' }

/** Returns the schema of an object that has all of these members, except the optional ones, and no others. */
export function objectSchema(
  title: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { title, type: 'object', additionalProperties: false, required, properties }
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', items }
}

/** Returns the schema of a page. Lists with keyset pagination have `next` if the request has `after`. */
export function pageSchema(
  title: string,
  entry: Schema,
  {
    keyset = false,
    further = {},
  }: { readonly keyset?: boolean; readonly further?: Readonly<Record<string, Schema>> } = {},
): Schema {
  const next = {
    next: {
      type: ['string', 'null'],
      description: 'The value of `after` for the next page, or null. Present if the request has `after`.',
    },
  }
  return objectSchema(
    title,
    {
      list: listSchema(entry),
      count: { ...count, description: 'The number of all entries.' },
      countCapped: {
        type: 'boolean',
        description: 'Present, and true, if there are more entries than `count`.',
      },
      pageIndex: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, description: 'A larger size than 200 is reduced to 200.' },
      ...(keyset ? next : {}),
      ...further,
    },
    ['countCapped', 'next'],
  )
}

export const roleFields: Readonly<Record<string, Schema>> = {
  roleId: id,
  roleName: text,
  roleKey: { ...text, description: 'The key in policy rules. The role `admin` may call everything.' },
  dataScope: {
    enum: DATA_SCOPES,
    description:
      '`1` all data, `2` custom departments, `3` own department, `4` own department and below, `5` own data only.',
  },
  deptIds: {
    ...listSchema(id),
    description:
      'The departments of the data scope `2`, without those outside the data scope of the operator.',
  },
  status,
  remark: text,
  revision,
  createdAt: time,
  updatedAt: time,
}

export const roleSchema = objectSchema('Role', roleFields)

export const listedRoleSchema = objectSchema('ListedRole', {
  ...roleFields,
  users: { ...count, description: 'The number of users with this role.' },
  rules: { ...count, description: 'The number of rules of this role.' },
  mayAssign: {
    type: 'boolean',
    description: 'Whether the caller may give the role to a user, and change users who have it.',
  },
  mayChange: { type: 'boolean', description: 'Whether the caller may change or delete the role.' },
})

export const departmentSchema = objectSchema('Department', {
  deptId: id,
  parentId: { ...count, description: 'The parent department. `0` at the top.' },
  deptName: text,
  sort: { ...count, description: 'The place among the departments with the same parent.' },
  leader: { ...text, description: 'Who leads the department. It grants nothing.' },
  phone: text,
  email: text,
  status: { ...status, description: 'Users of a disabled department see no rows.' },
  revision,
  createdAt: time,
  updatedAt: time,
})

export const departmentTreeSchema = objectSchema('DepartmentTree', {
  id,
  label: text,
  children: listSchema({ $ref: '#/components/schemas/DepartmentTree' }),
})

export const ruleFields: Readonly<Record<string, Schema>> = {
  roleKey: text,
  path: { ...text, description: 'Literal segments, `:name` for one segment, `/*` at the end.' },
  method: { ...text, description: 'An HTTP method, or `*`.' },
}

export const ruleSchema = objectSchema('Rule', ruleFields)

export const sessionSchema = objectSchema('Session', {
  sessionId: id,
  userId: id,
  username: text,
  roleKey: text,
  ipaddr: text,
  browser: text,
  os: text,
  platform: text,
  loginTime: time,
  expireTime: time,
  current: { type: 'boolean', description: "Whether it is the caller's own session." },
  mayEnd: { type: 'boolean', description: 'Whether the caller may end it.' },
})

export const endedSchema = objectSchema('EndedSessions', { ended: count })

export const throttleId: Schema = { type: 'string', pattern: '^[\\w-]{43}$' }

export const throttleSchema = objectSchema('Throttle', {
  id: throttleId,
  kind: { enum: ['account', 'network'], description: 'A username in a network, or a whole network.' },
  username: { ...text, description: 'As it was sent. Empty if the whole network has to wait.' },
  network: text,
  failures: count,
  lastFailure: time,
  blockedUntil: time,
})

export const loginLogEntrySchema = objectSchema('LoginLogEntry', {
  id,
  username: { ...text, description: 'As it was sent, also if there is no such user.' },
  status: {
    enum: [LOGIN_SUCCEEDED, LOGIN_FAILED, LOGIN_PENDING],
    description:
      '`2` success, `1` failure, `3` first step of a login with a second factor: neither a success nor a failure.',
  },
  ipaddr: text,
  loginLocation: text,
  browser: text,
  os: text,
  platform: text,
  loginTime: time,
  remark: { ...text, description: 'The user agent.' },
  msg: text,
  reason: { ...text, description: '`logged-in`, `logged-out` or a refusal reason.' },
  method: {
    ...text,
    description: 'The login method. Empty for a logout, and if the request names no method that is known.',
  },
  loginKey: {
    ...text,
    description: 'Shared by the entries of a login in two steps. Empty for other entries.',
  },
  newNetwork: {
    type: 'boolean',
    description: 'Whether the user had logged in before, but never from this network.',
  },
  secondStep: {
    enum: ['', 'waiting', 'finished', 'unfinished'],
    description: 'What became of a first step. Empty for other entries.',
  },
})

export const auditLogEntrySchema = objectSchema('AuditLogEntry', {
  id,
  time,
  operatorId: { ...count, description: '0 for commands and for the service itself.' },
  operator: text,
  operatorOwner: {
    ...text,
    description: 'The owner of an operator that is a service account. Empty for others.',
  },
  source: {
    ...text,
    description:
      '`http`, `command`, `start`, `login` for what follows from a login, or `schedule` for what a time causes.',
  },
  ipaddr: text,
  requestId: text,
  action: { ...text, description: 'Such as `user.create`.' },
  targetKind: text,
  targetId: { ...count, description: '0 if the target has no id.' },
  target: text,
  before: { description: 'The changed fields before the change, or null.' },
  after: { description: 'The changed fields after the change, or null.' },
})

export const verificationSchema = objectSchema('Verification', {
  intact: { type: 'boolean', description: 'Whether only the service has changed the log.' },
  verified: { ...count, description: 'The number of entries that were read.' },
  removed: { ...count, description: 'The number of entries that operators removed.' },
  findings: listSchema(
    objectSchema('Finding', {
      kind: { enum: Object.keys(PROBLEMS) },
      position: { type: 'integer' },
      upTo: { type: 'integer', description: 'The last position of several missing entries.' },
      problem: text,
    }),
  ),
  head: objectSchema('ChainLink', { position: count, hash: text }),
})

export const exclusionSchema = objectSchema('Exclusion', {
  method: text,
  path: text,
  reason: { ...text, description: 'Why every logged-in user may call it.' },
})

export const checksSchema: Schema = {
  enum: ['none', 'identity', 'both'],
  description: 'The checks of a request: none, the identity check, or the identity and the permission check.',
}

export const eventSchema = objectSchema('Event', {
  id: { ...id, description: 'Increases with every event.' },
  kind: { type: 'string', description: 'Such as `admin.granted`.' },
  severity: { enum: SEVERITIES },
  time,
  text: { type: 'string', description: 'In English.' },
  fields: {
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    description: 'What the text says, for programs.',
  },
})
