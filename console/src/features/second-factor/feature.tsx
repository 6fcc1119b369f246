import type { ConsoleFeature } from '../../shell/feature.ts'
import { RecoveryCodesStage } from './recovery-codes.tsx'

export const secondFactor: ConsoleFeature = {
  stage: RecoveryCodesStage,
}
