import type { Invitations } from '../../../../administration/password-link/invitations.ts'
import { languageOf } from '../../../../authorization/guard/language.ts'
import { Refusal } from '../../../../foundation/refusal/refusal.ts'
import { CODE_CHANNELS } from '../../../../settings/login-code.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { idParams } from '../../page-query.ts'
import { objectSchema } from '../../response-schemas.ts'
import { INVITATION_REFUSALS } from './user-bodies.ts'

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
