import { client, type Log } from '../../shell/api/client.ts'

export const verificationCalls = {
  verifyLog: (log: Log) => client.get(`/api/v1/${log}/verify`),
}
