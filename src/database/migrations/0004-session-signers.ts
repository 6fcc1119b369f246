import type { MigrationContext } from './context.ts'
import { addColumn, text } from './table.ts'

/** Adds what the validity of a session's token depends on. Sessions from before have an empty value. */
export async function addSessionSigners(context: MigrationContext): Promise<void> {
  await addColumn(context, 'sessions', 'signer', text(64))
}
