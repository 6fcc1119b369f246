import type { Changed } from '../../platform/cluster/change-feed/change-writer.ts'
import { languageOf } from '../../platform/http/call/language.ts'
import { idParams } from '../../platform/http/endpoint/page-query.ts'
import { InvalidParameters, type Language, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import type { UserScope } from './list/user-scope.ts'
import { type ListedUserParts, listedUsers } from './listed-users.ts'
import type { User } from './user.ts'
import { bodies } from './user-bodies.ts'
import type { UserToChange } from './user-change.ts'
import { CHANGE_REFUSALS, INVITATION_REFUSALS } from './user-refusals.ts'
import { changedUserSchema, userSchema } from './user-schemas.ts'
import type { UserAdministration, UserToAdd } from './users.ts'
import type { StoppedAccounts } from './users-batch-endpoints.ts'

const INVITED = {
  field: 'password',
  en: 'password must be left out with invite: the user sets it.',
  zh: '使用 invite 时不能设置 password，由用户自行设置。',
}
const PASSWORD_MISSING = { field: 'password', en: 'password is missing.', zh: 'password 缺失。' }

/** Adds users who set their passwords themselves. */
interface InvitedUsers {
  add(operator: Operator, user: Omit<UserToAdd, 'password'>, language: Language): Promise<Changed<User>>
}

export interface UserChangeParts extends ListedUserParts {
  readonly invitations?: InvitedUsers | undefined
  readonly userAdministration: UserAdministration
  readonly ownerAccess: StoppedAccounts
}

/** Creates the endpoints that add or change one user. */
export function userChangeRoutes(parts: UserChangeParts) {
  const { userAdministration, ownerAccess } = parts

  /** Returns the response to a change of one user. */
  async function changedUser(user: Changed<User>, operator: Operator, scope: UserScope) {
    return (await listedUsers([withoutVersion(user)], { operator, scope }, parts))[0]
  }

  const addInvited: InvitedUsers['add'] = (...given) => {
    if (!parts.invitations) throw new Refusal('password-links-disabled')
    return parts.invitations.add(...given)
  }

  /** Changes a user, and returns the service accounts that stop because of it. */
  async function change(id: number, asked: UserToChange, operator: Operator, scope: UserScope) {
    const user = await changedUser(await userAdministration.change(operator, id, asked), operator, scope)
    return { ...user, stoppedAccounts: await ownerAccess.stoppedWith(scope, [id]) }
  }

  return {
    add: endpoint({
      operationId: 'addUser',
      summary: 'Add a user',
      response: userSchema,
      refusals: [
        'username-taken',
        'username-address',
        'role-unknown',
        'department-unknown',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
        'service-account-method',
        ...INVITATION_REFUSALS,
      ],
      body: bodies.add,
      async handler({ body, operator, scope, request }) {
        const { password, invite = false, ...user } = body
        if (invite === (password !== undefined))
          throw new InvalidParameters(invite ? INVITED : PASSWORD_MISSING)
        const added = invite
          ? await addInvited(operator, user, languageOf(request.headers['accept-language']))
          : await userAdministration.add(operator, { ...user, password })
        return changedUser(added, operator, scope)
      },
    }),

    change: endpoint({
      operationId: 'changeUser',
      summary: 'Change a user',
      description:
        'Changes the fields that are sent. Another username, role, end of the role or data scope, other login methods, disabling, and `pwdChangeDue` end all sessions of the user.',
      response: changedUserSchema,
      refusals: CHANGE_REFUSALS,
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator, scope }) {
        const { password, ...asked } = body
        if (password) {
          throw new InvalidParameters({
            field: 'password',
            en: 'use PUT /api/v1/sys-user/:id/password to change the password.',
            zh: '请使用 PUT /api/v1/sys-user/:id/password 修改密码。',
          })
        }
        return change(Number(params.id), asked, operator, scope)
      },
    }),

    password: endpoint({
      operationId: 'setUserPassword',
      summary: 'Set the password of a user',
      description: 'Ends all sessions of the user.',
      refusals: [...CHANGE_REFUSALS, 'own-password'],
      params: idParams,
      body: bodies.password,
      async handler({ params, body, operator }) {
        await userAdministration.setPassword(operator, Number(params.id), body)
      },
    }),

    status: endpoint({
      operationId: 'setUserStatus',
      summary: 'Enable or disable a user',
      response: changedUserSchema,
      refusals: CHANGE_REFUSALS,
      params: idParams,
      body: bodies.status,
      async handler({ params, body: { status }, operator, scope }) {
        return change(Number(params.id), { status }, operator, scope)
      },
    }),
  }
}
