import { client } from '../../shell/api/client.ts'

export const overviewCalls = {
  overview: (hours: number) => client.get('/api/v1/overview', { query: { hours } }),
}
