import { DISABLED, ENABLED } from '../../accounts/status.ts'
import type { Schema } from '../http/documentation.ts'

export const status: Schema = { enum: [ENABLED, DISABLED], description: '`2` enabled, `1` disabled.' }
export const statusInput = { type: 'string', enum: [ENABLED, DISABLED] } as const
