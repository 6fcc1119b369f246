import type { ConsoleFeature } from '../../shell/feature.ts'
import { PendingChangeDialog } from './pending-change-dialog.tsx'

export const fourEyes: ConsoleFeature = {
  pages: {
    '/requests/confirmations': () => import('./confirmations-page.tsx'),
  },
  dialog: PendingChangeDialog,
}
