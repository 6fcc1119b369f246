import { endpoint } from '../../../core/check/http/endpoint.ts'
import { INVITATION_REFUSALS } from '../../../core/user/user-refusals.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { CODE_CHANNELS } from '../../login-methods.ts'
import type { Invitations } from './invitations.ts'

interface Parts {
  readonly invitations: Invitations | undefined
}

export function invitationRoute({ invitations }: Parts) {
  return endpoint({
    operationId: 'inviteUser',
    summary: 'Send a user a link to set the password',
    description:
      'The link is valid once. The present password stays valid until then. Requires the permission to set the password.',
    response: objectSchema('SentInvitation', {
      channel: { enum: CODE_CHANNELS },
      to: { type: 'string', description: 'The e-mail address or the phone number.' },
    }),
    refusals: [
      'not-found',
      'role-unknown',
      'admin-only',
      'beyond-own-role',
      'own-role-ends',
      'own-password',
      'service-account',
      'changed-meanwhile',
      ...INVITATION_REFUSALS,
    ],
    params: idParams,
    async handler({ params, operator, request }) {
      if (!invitations) throw new Refusal('password-links-disabled')
      const language = languageOf(request.headers['accept-language'])
      const { channel, to } = await invitations.invite(operator, Number(params.id), language)
      return { channel, to }
    },
  })
}
