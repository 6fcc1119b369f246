import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { ADMIN_ROLE_KEY, DATA_SCOPES } from '../../../core/role/role.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import type { SimilarNameStore } from '../../../core/user/name/similar-name.store.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { idParams, pageOf, pageQuery, pageResponse } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  pageSchema,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { usernamesIn } from './changed-names.ts'
import type { ConfirmationStore } from './confirmation.store.ts'
import { CONFIRMATION_STATUSES, type StoredConfirmation } from './confirmation.ts'
import type { ConfirmationAdministration } from './confirmations.ts'
import { mayConfirm } from './four-eyes.ts'

const MAX_OWN = 20

const plannedChange = objectSchema(
  'PlannedChange',
  {
    action: { ...text, description: 'As in the audit log.' },
    targetId: { ...id, description: 'Missing if it is created, or several things are changed.' },
    target: text,
    before: { type: 'object' },
    after: { type: 'object' },
  },
  ['targetId', 'before', 'after'],
)

const rights = {
  roleKey: text,
  isAdmin: { type: 'boolean', description: 'Whether the role permits every call, whatever its rules.' },
  ruleCount: count,
  rules: { ...listSchema(text), description: 'The first ones, as `METHOD path`.' },
}
const departments = {
  count,
  first: {
    ...listSchema(objectSchema('ReachedDepartment', { deptId: id, deptName: text })),
    description: 'The first ones.',
  },
}

const scope = objectSchema('ReachedScope', {
  kind: {
    enum: ['all', 'departments', 'own', 'none'],
    description: 'The data that the user sees. `own`: what belongs to the user, and nothing else.',
  },
  ...departments,
})

const userReach = objectSchema(
  'UserReach',
  {
    username: text,
    enabled: { type: 'boolean', description: 'Whether the user and the role are enabled.' },
    role: objectSchema('ReachedRights', rights),
    returningRole: objectSchema('ReachedRights', rights),
    scope,
    email: text,
    phone: text,
    loginMethods: {
      ...listSchema(text),
      description: 'The login methods that the user may use. Empty: all that are enabled.',
    },
    hasPassword: { type: 'boolean' },
    hasSecondFactor: { type: 'boolean' },
    passkeys: count,
    links: listSchema(objectSchema('ReachedLink', { issuer: text, subject: text })),
  },
  ['role', 'returningRole'],
)

const roleReach = objectSchema('RoleReach', {
  ...rights,
  enabled: { type: 'boolean' },
  dataScope: { enum: [...DATA_SCOPES] },
  departments: {
    ...objectSchema('ReachedDepartments', departments),
    description: 'The departments of the data scope 2.',
  },
  holders: {
    ...objectSchema('ReachedHolders', {
      count,
      first: { ...listSchema(text), description: 'The usernames of the first ones.' },
      scope,
    }),
    description: 'The users who have the role or get it back, and the data that they see together.',
  },
})

const reach = {
  ...objectSchema('Reach', {
    users: listSchema(
      objectSchema('ReachedUser', { userId: id, before: userReach, after: userReach }, [
        'userId',
        'before',
        'after',
      ]),
    ),
    roles: listSchema(
      objectSchema('ReachedRole', { roleId: id, before: roleReach, after: roleReach }, [
        'roleId',
        'before',
        'after',
      ]),
    ),
  }),
  description:
    'What the change means: the changed users, those who see more data with it, and the roles whose rights it changes, before and after it, as of the request for the confirmation. What is new has no id and no `before`, what is deleted has no `after`. If this is no longer true when the change is made, another confirmation is required. Only for users with the role `admin`; missing in the list of your own.',
}

const confirmationSchema = objectSchema(
  'Confirmation',
  {
    id,
    kinds: {
      ...listSchema(text),
      description:
        'What is protected about the change: operations of `administration.fourEyes.operations`, `credentials-of-confirmer` or `removal-of-confirmer`.',
    },
    userId: { ...id, description: 'Who asked for the change.' },
    username: text,
    method: text,
    path: text,
    changes: listSchema(plannedChange),
    reach,
    status: {
      enum: CONFIRMATION_STATUSES,
      description: '`confirmed`: the change can be made, once. `used`: it was made.',
    },
    createdAt: time,
    expiresAt: { ...time, description: 'Until then, the change has to be confirmed and made. UTC.' },
    decidedBy: { ...text, description: 'Empty while nobody has decided.' },
    decidedAt: timeOrNull,
    similarNames: {
      ...listSchema(objectSchema('SimilarNames', { username: text, others: listSchema(text) })),
      description:
        'Usernames in the changes that look like those of other users, such as `be1a` for `bela`. Only for users with the role `admin`.',
    },
    mayDecide: { type: 'boolean', description: 'Whether the caller may confirm or refuse it now.' },
  },
  ['reach'],
)

interface Parts {
  readonly confirmations: ConfirmationStore
  readonly confirmationAdministration: ConfirmationAdministration
  readonly accounts: AccountStore
  readonly similarNames: SimilarNameStore
  readonly databaseNow: () => number
}

/** Creates the endpoints for changes that a second administrator has to confirm. */
export function confirmationRoutes(parts: Parts) {
  const { confirmations, confirmationAdministration, accounts, similarNames, databaseNow } = parts

  async function listed(found: readonly StoredConfirmation[], { userId }: Pick<Identity, 'userId'>) {
    const account = await accounts.find(userId)
    const isAdmin = account?.roleKey === ADMIN_ROLE_KEY
    const names = isAdmin ? found.flatMap(({ changes }) => usernamesIn(changes)) : []
    const similarTo = await similarNames.of(ALL_USERS, names)
    return found.map((confirmation) => {
      const { beneficiaries: _beneficiaries, decidedById: _decidedById, ...shown } = confirmation
      const isWaiting = confirmation.status === 'waiting'
      return {
        ...shown,
        similarNames: usernamesIn(shown.changes).flatMap((username) => {
          const others = similarTo(username)
          return others.length === 0 ? [] : [{ username, others }]
        }),
        mayDecide: isWaiting && account !== undefined && mayConfirm(account, confirmation),
      }
    })
  }

  /** Whoever asks need not be permitted to see the users and roles that the change concerns. */
  async function listedWithoutReach(
    found: readonly StoredConfirmation[],
    identity: Pick<Identity, 'userId'>,
  ) {
    return (await listed(found, identity)).map(({ reach: _reach, ...shown }) => shown)
  }

  return {
    own: endpoint({
      operationId: 'listOwnConfirmations',
      summary: 'List the confirmations that you have asked for',
      description: `The newest ${MAX_OWN}, the newest first.`,
      response: listSchema(confirmationSchema),
      async handler({ identity }) {
        const found = await confirmations.ofUser(identity.userId, MAX_OWN, databaseNow())
        return listedWithoutReach(found, identity)
      },
    }),

    withdraw: endpoint({
      operationId: 'withdrawConfirmation',
      summary: 'Withdraw a confirmation that you have asked for',
      description: 'Also after it was confirmed. The change is not made with it.',
      response: confirmationSchema,
      refusals: ['not-found', 'confirmation-decided'],
      params: idParams,
      async handler({ params, operator, identity }) {
        const withdrawn = await confirmationAdministration.withdraw(operator, Number(params.id))
        return (await listedWithoutReach([withoutVersion(withdrawn)], identity))[0]
      },
    }),

    list: endpoint({
      operationId: 'listConfirmations',
      summary: 'List confirmations',
      description: 'The newest first. Only for users with the role `admin`.',
      response: pageSchema('ConfirmationPage', confirmationSchema),
      query: querySchema({ ...pageQuery, status: { type: 'string', enum: [...CONFIRMATION_STATUSES, ''] } }),
      async handler({ query, identity }) {
        if (identity.roleKey !== ADMIN_ROLE_KEY) throw new Refusal('permission-denied')
        const page = await confirmations.page(query.status || undefined, pageOf(query), databaseNow())
        return pageResponse({ ...page, list: await listed(page.list, identity) })
      },
    }),

    decide: endpoint({
      operationId: 'decideConfirmation',
      summary: 'Confirm or refuse a change',
      description:
        'Only for users with the role `admin` who have neither asked for the change nor are concerned by it. To confirm requires a login within the last ten minutes. It changes nothing: whoever asked sends the same request again.',
      response: confirmationSchema,
      refusals: ['not-found', 'confirmation-decided', 'confirmation-own', 'recent-login-required'],
      params: idParams,
      body: bodySchema('ConfirmationDecision', ['decision'], {
        decision: { type: 'string', enum: ['confirm', 'refuse'] },
      }),
      async handler({ params, body, operator, identity }) {
        const decided = await confirmationAdministration.decide(operator, Number(params.id), body.decision)
        return (await listed([withoutVersion(decided)], identity))[0]
      },
    }),
  }
}
