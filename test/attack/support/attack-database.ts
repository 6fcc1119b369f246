import { inject } from 'vitest'
import { writeMigratedDatabase } from '../../support/migrated-database.ts'
import { freshMysqlDatabase, freshPostgresDatabase } from '../../support/servers/fresh-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that the attack tests of a project use. Other projects do not set it and use SQLite. */
    attackDatabase?: 'postgres' | 'mysql'
    /** Whether the attacked service is embedded in an app with Fastify's defaults. */
    attackHost?: 'embedded'
  }
}

export interface AttackDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database on the server that this project tests, or an SQLite file in the data folder. */
export async function createAttackDatabase(dataDir: string): Promise<AttackDatabase> {
  const product = inject('attackDatabase')
  const { postgres, mysql } = inject('servers')
  if (product === 'postgres' && postgres) return freshPostgresDatabase(postgres)
  if (product === 'mysql' && mysql) return freshMysqlDatabase(mysql)
  return { url: await writeMigratedDatabase(dataDir), drop: async () => {} }
}
