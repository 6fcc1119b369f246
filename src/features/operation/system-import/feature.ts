import type { Operations } from '../../../core/operations/operations.ts'
import { createSystemImport } from './system-import.ts'

export const systemImportFeature = {
  administration: ({ operations }: { readonly operations: Operations }) => ({
    systemImport: createSystemImport(operations),
  }),
}
