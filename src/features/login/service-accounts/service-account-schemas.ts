import { KEY_ALGORITHMS } from '../../../core/user/service-account.ts'
import { status } from '../../../core/user/status-schemas.ts'
import type { User } from '../../../core/user/user.ts'
import { roleEnd } from '../../../core/user/user-schemas.ts'
import {
  id,
  listSchema,
  objectSchema,
  type TypeOf,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'

const secretSchema = objectSchema('ServiceSecret', {
  id,
  createdAt: time,
  lastUsedAt: { ...timeOrNull, description: 'Null before the first login.' },
})

/** What is shown of a secret. The secret itself is not stored. */
export type ServiceSecret = TypeOf<typeof secretSchema>

export const addedKey = {
  id,
  algorithm: { enum: KEY_ALGORITHMS, description: 'An RSA key (`RS256`) also verifies `PS256`.' },
  fingerprint: {
    ...text,
    description: 'SHA-256 of the key as SubjectPublicKeyInfo, in hexadecimal digits.',
  },
} as const

const keySchema = objectSchema('ServiceKey', {
  ...addedKey,
  createdAt: time,
  lastUsedAt: { ...timeOrNull, description: 'Null before the first login.' },
})

/** What is shown of a public key. */
export type ServiceKey = TypeOf<typeof keySchema>

export const serviceAccountSchema = objectSchema('ServiceAccount', {
  userId: id,
  username: text,
  roleId: id,
  roleName: text,
  roleKey: text,
  ...roleEnd,
  deptId: { type: 'integer', description: '`0`: none.' },
  dataScope: { ...text, description: 'Replaces the data scope of the role, unless it is empty.' },
  status,
  remark: text,
  revision: { type: 'integer' },
  createdAt: time,
  ownerId: { ...id, description: 'The person who answers for the account.' },
  owner: { ...text, description: 'The username of the owner. Empty if the owner was deleted.' },
  ownerHasAccess: {
    type: 'boolean',
    description:
      'False if the owner is disabled or deleted, has a disabled role, or is refused by a directory or an identity provider. The account cannot log in.',
  },
  accepted: {
    type: 'boolean',
    description:
      'False if somebody else has given it to the owner, who has not accepted it yet. It cannot log in.',
  },
  expiresAt: { ...timeOrNull, description: 'Null: it does not expire.' },
  networks: { ...listSchema(text), description: 'The networks from which it may log in. Empty: all.' },
  lastLoginAt: { ...timeOrNull, description: 'Null before the first login.' },
  lastUsedAt: {
    ...timeOrNull,
    description:
      'The last login or request behind the permission check, up to a minute late. Null: never used.',
  },
  lastNetwork: { type: ['string', 'null'], description: 'The network that it came from.' },
  lastRoute: {
    type: ['string', 'null'],
    description: 'The method and the route of the last call. A login is not one.',
  },
  secrets: listSchema(secretSchema),
  keys: { ...listSchema(keySchema), description: 'Public keys that verify its assertions.' },
  mayChange: {
    type: 'boolean',
    description:
      'Whether the role of the account is within what the caller may grant. Otherwise, changes are refused.',
  },
})

/** The account of a program. It never contains a secret. */
export interface ServiceAccount
  extends Pick<
    User,
    | 'userId'
    | 'username'
    | 'roleId'
    | 'roleUntil'
    | 'formerRoleId'
    | 'deptId'
    | 'dataScope'
    | 'status'
    | 'remark'
    | 'revision'
    | 'createdAt'
  > {
  /** The person who answers for the account. */
  readonly ownerId: number
  /** Empty if the owner was deleted. */
  readonly owner: string
  /** False: it cannot log in until the owner has access again, or until it is handed over. */
  readonly ownerHasAccess: boolean
  /** False if somebody else has given it to the owner, who has not accepted it yet: it cannot log in. */
  readonly accepted: boolean
  /** Null: it does not expire. */
  readonly expiresAt: string | null
  /** The networks from which it may log in; empty for all. */
  readonly networks: readonly string[]
  /** Null before the first login. */
  readonly lastLoginAt: string | null
  /** The last login or request behind the permission check, up to a minute late; null before the first one. */
  readonly lastUsedAt: string | null
  /** The network that it came from. */
  readonly lastNetwork: string | null
  /** Its method and route, such as `GET /api/v1/orders/:id`. */
  readonly lastRoute: string | null
  readonly secrets: readonly ServiceSecret[]
  /** The public keys whose private keys sign its assertions. */
  readonly keys: readonly ServiceKey[]
}
