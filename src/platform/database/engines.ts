import type { DatabaseAddress } from './address.ts'
import type { Capabilities, Engine } from './engine.ts'
import type { Database } from './kysely.ts'
import { mysql } from './mysql/mysql.ts'
import { postgres } from './postgres/postgres.ts'
import { sqlite } from './sqlite/sqlite.ts'

const engines: readonly Engine[] = [sqlite, postgres, mysql]

/** Returns the engine of the database at an address. */
export function engineFor({ dialect }: DatabaseAddress): Engine {
  return found(engines.find(({ sql }) => sql.name === dialect))
}

/** Returns the engine of an open database or transaction. */
export function engineOf(database: Database): Engine {
  const { adapter } = database.getExecutor()
  return found(engines.find(({ Adapter }) => adapter instanceof Adapter))
}

export function capabilitiesOf(database: Database): Capabilities {
  return engineOf(database).capabilities
}

function found(engine: Engine | undefined): Engine {
  if (!engine) throw new Error('this database product is not supported')
  return engine
}
