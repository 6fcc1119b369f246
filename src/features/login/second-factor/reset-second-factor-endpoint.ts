import { endpoint } from '../../../core/check/http/endpoint.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import type { SecondFactorAdministration } from './second-factors.ts'

interface Parts {
  readonly secondFactorAdministration: SecondFactorAdministration
}

export function resetSecondFactorRoute({ secondFactorAdministration }: Parts) {
  return endpoint({
    operationId: 'resetSecondFactor',
    summary: 'Remove the second factor of a user',
    description: 'For a user who has lost it. Ends all sessions of the user.',
    refusals: [
      'not-found',
      'role-unknown',
      'admin-only',
      'beyond-own-role',
      'own-role-ends',
      'second-factor-missing',
      'own-second-factor',
    ],
    params: idParams,
    async handler({ params, operator }) {
      await secondFactorAdministration.reset(operator, Number(params.id))
    },
  })
}
