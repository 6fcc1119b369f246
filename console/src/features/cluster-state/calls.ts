import { client } from '../../shell/api/client.ts'

export const clusterCalls = {
  health: () => client.get('/api/v1/health'),
  cluster: () => client.get('/api/v1/cluster'),
  system: () => client.get('/api/v1/system'),
}
