import type { Login } from '../login/login.ts'
import { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

/** Returns the login with its attempts counted, those with a malformed body too. */
export function countLogins(login: Login, metrics: Pick<Metrics, 'login'>): Login {
  return {
    async attempt(request, client) {
      try {
        const issued = await login.attempt(request, client)
        metrics.login('success', 'logged-in')
        return issued
      } catch (error) {
        metrics.login('failure', error instanceof Refusal ? error.reason : 'fault')
        throw error
      }
    },
    refusedBeforehand(username, client, refusal) {
      metrics.login('failure', refusal.reason)
      return login.refusedBeforehand(username, client, refusal)
    },
  }
}
