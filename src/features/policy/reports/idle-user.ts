import {
  id,
  objectSchema,
  type TypeOf,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'

export const idleUserSchema = objectSchema('IdleUser', {
  userId: id,
  username: text,
  nickName: text,
  roleId: id,
  roleKey: text,
  owner: {
    type: ['string', 'null'],
    description: 'The owner of a service account, empty if the owner was deleted. Null for people.',
  },
  lastLoginTime: { ...timeOrNull, description: 'Null before the first login.' },
  createdAt: time,
})

/** An enabled user without a recent login. */
export type IdleUser = TypeOf<typeof idleUserSchema>
