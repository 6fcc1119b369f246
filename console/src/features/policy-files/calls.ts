import { client } from '../../shell/api/client.ts'

export const policyFileCalls = {
  importRules: (csv: string) => client.post('/api/v1/policy/import', { body: { csv } }),
}
