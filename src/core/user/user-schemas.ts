import type { Schema } from '../../platform/http/endpoint/documentation.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  revision,
  type TypeOf,
  text,
  time,
  timeOrNull,
} from '../../platform/http/endpoint/response-schemas.ts'
import { DATA_SCOPES } from '../role/role.ts'
import { status } from './status-schemas.ts'

/** The end of a role, of people and of service accounts. */
export const roleEnd = {
  roleUntil: {
    ...timeOrNull,
    description: 'When the role ends, by the clock of the database. Null: it has no end.',
  },
  formerRoleId: { ...count, description: 'The role that returns at the end. `0`: the role has no end.' },
} as const

const userFields: Readonly<Record<string, Schema>> = {
  userId: id,
  username: text,
  nickName: text,
  email: text,
  phone: text,
  roleId: id,
  ...roleEnd,
  deptId: { ...count, description: 'The department. `0`: none.' },
  dataScope: {
    enum: ['', ...DATA_SCOPES],
    description: 'Replaces the data scope of the role, unless it is empty.',
  },
  status,
  remark: text,
  pwdChangeDue: {
    type: 'boolean',
    description: 'Whether the user must set a new password before doing anything else.',
  },
  loginMethods: {
    ...listSchema(text),
    description: 'The login methods that the user may use. Empty: all that are enabled.',
  },
  revision,
  createdAt: time,
  updatedAt: time,
}

/** A user without the activity. */
export const profileSchema = objectSchema('Profile', userFields)

export const suspensionFields: Readonly<Record<string, Schema>> = {
  withUserId: { ...id, description: 'The other one of the two.' },
  withUsername: { ...text, description: 'Empty if the other one has been deleted since.' },
  byUserId: { ...id, description: 'Who has suspended the other: one of the two.' },
}

const userProperties = {
  ...userFields,
  similarNames: {
    ...listSchema(text),
    description:
      'Other usernames that look alike, such as `be1a` for `bela`, at most 5. Only of users that the caller may see.',
  },
  suspension: {
    ...objectSchema('Suspension', suspensionFields),
    description:
      'Only of a suspended user, who is disabled together with another one until somebody decides about each.',
  },
  lastLoginTime: { ...timeOrNull, description: 'Null before the first login.' },
  liveSessions: { ...count, description: 'The number of active sessions.' },
  roleName: text,
  roleKey: text,
  mayChange: {
    type: 'boolean',
    description:
      'Whether the role of the user is within what the caller may grant. Otherwise, changes are refused.',
  },
} as const

export const userSchema = objectSchema('User', userProperties, ['suspension'])

const stoppedAccountSchema = objectSchema('StoppedAccount', { userId: id, username: text, ownerId: id })

/** A service account that cannot log in because its owner has no access. */
export type StoppedAccount = TypeOf<typeof stoppedAccountSchema>

/** In the responses to changes that take the access of users. */
export const stoppedAccounts = {
  ...listSchema(stoppedAccountSchema),
  description:
    'The service accounts of the users that cannot log in because the users have no access. Only those that the caller may see.',
}

export const changedUserSchema = objectSchema('ChangedUser', { ...userProperties, stoppedAccounts }, [
  'suspension',
])
