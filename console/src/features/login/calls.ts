import type { Query } from '../../shell/api/address.ts'
import { client, find } from '../../shell/api/client.ts'

export const throttleCalls = {
  throttles: (query: Query) => find('/api/v1/throttle', query),
  releaseThrottle: (id: string) => client.delete('/api/v1/throttle/{id}', { parameters: { id } }),
}
