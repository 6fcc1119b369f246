import { PROBLEMS } from '../../logs/hash-chain/compare.ts'
import { count, listSchema, objectSchema, text } from './response-schemas.ts'

export const verificationSchema = objectSchema('Verification', {
  intact: { type: 'boolean', description: 'Whether only the service has changed the log.' },
  verified: { ...count, description: 'The number of entries that were read.' },
  removed: { ...count, description: 'The number of entries that operators removed.' },
  findings: listSchema(
    objectSchema('Finding', {
      kind: { enum: Object.keys(PROBLEMS) },
      position: { type: 'integer' },
      upTo: { type: 'integer', description: 'The last position of several missing entries.' },
      problem: text,
    }),
  ),
  head: objectSchema('ChainLink', { position: count, hash: text }),
})
