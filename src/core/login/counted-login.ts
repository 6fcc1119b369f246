import type { Metrics } from '../../platform/observability/metrics.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Login } from './login.ts'

/** Returns the login with its attempts counted, those with a malformed body too. */
export function countLogins(login: Login, metrics: Pick<Metrics, 'login'>): Login {
  return {
    async attempt(request, client) {
      let { method } = request
      try {
        const issued = await login.attempt(request, client, (found) => {
          method = found
        })
        metrics.login('success', 'logged-in', method)
        return issued
      } catch (error) {
        const reason = error instanceof Refusal ? error.reason : 'fault'
        metrics.login(reason === 'second-factor-required' ? 'pending' : 'failure', reason, method)
        throw error
      }
    },
    refusedBeforehand(attempt, client, refusal) {
      metrics.login('failure', refusal.reason, attempt.method)
      return login.refusedBeforehand(attempt, client, refusal)
    },
  }
}
