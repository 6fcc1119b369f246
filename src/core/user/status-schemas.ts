import type { Schema } from '../../platform/http/endpoint/documentation.ts'
import { DISABLED, ENABLED } from './status.ts'

export const status: Schema = { enum: [ENABLED, DISABLED], description: '`2` enabled, `1` disabled.' }
export const statusInput = { type: 'string', enum: [ENABLED, DISABLED] } as const
