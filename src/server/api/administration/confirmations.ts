import { ADMIN_ROLE_KEY } from '../../../accounts/role/role.ts'
import {
  CONFIRMATION_STATUSES,
  type StoredConfirmation,
} from '../../../administration/four-eyes/confirmation.ts'
import { mayConfirm } from '../../../administration/four-eyes/four-eyes.ts'
import type { Identity } from '../../../foundation/identity/identity.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import { endpoint, withoutVersion } from '../../http/endpoint.ts'
import { idParams, pageOf, pageQuery, pageResponse } from '../page-query.ts'
import { bodySchema, querySchema } from '../request-schemas.ts'
import { id, listSchema, objectSchema, pageSchema, text, time, timeOrNull } from '../resource-schemas.ts'
import type { RouteParts } from '../route-parts.ts'

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

const confirmationSchema = objectSchema('Confirmation', {
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
  status: {
    enum: CONFIRMATION_STATUSES,
    description: '`confirmed`: the change can be made, once. `used`: it was made.',
  },
  createdAt: time,
  expiresAt: { ...time, description: 'Until then, the change has to be confirmed and made. UTC.' },
  decidedBy: { ...text, description: 'Empty while nobody has decided.' },
  decidedAt: timeOrNull,
  mayDecide: { type: 'boolean', description: 'Whether the caller may confirm or refuse it now.' },
})

/** Creates the endpoints for changes that a second administrator has to confirm. */
export function confirmationRoutes(parts: RouteParts) {
  const { confirmations, confirmationAdministration, accounts, databaseNow } = parts

  async function listed(found: readonly StoredConfirmation[], { userId }: Pick<Identity, 'userId'>) {
    const account = await accounts.find(userId)
    return found.map((confirmation) => {
      const { beneficiaries: _beneficiaries, decidedById: _decidedById, ...shown } = confirmation
      const isWaiting = confirmation.status === 'waiting'
      return {
        ...shown,
        mayDecide: isWaiting && account !== undefined && mayConfirm(account, confirmation),
      }
    })
  }

  return {
    own: endpoint({
      operationId: 'listOwnConfirmations',
      summary: 'List the confirmations that you have asked for',
      description: `The newest ${MAX_OWN}, the newest first.`,
      response: listSchema(confirmationSchema),
      async handler({ identity }) {
        return listed(await confirmations.ofUser(identity.userId, MAX_OWN, databaseNow()), identity)
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
        return (await listed([withoutVersion(withdrawn)], identity))[0]
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
