import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { DISABLED } from '../../src/core/user/status.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { TestService } from './service.ts'

interface Located extends Pick<TestService, 'dataDir'> {
  /** By default the SQLite file in the data folder. */
  readonly databaseUrl?: string
}

/** Holds the write lock of the service's database while the work runs, so that no one else can write. */
export async function whileNobodyCanWrite<T>(place: Located, work: () => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase(urlOf(place), { migrate: false })
  try {
    return await database.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
      try {
        return await work()
      } finally {
        await connection.executeQuery(CompiledQuery.raw('rollback'))
      }
    })
  } finally {
    await close()
  }
}

/** Returns the rows of the login log directly from the database. */
export async function storedLoginLog(place: Located): Promise<{ username: string; status: string }[]> {
  const { database, close } = await openDatabase(urlOf(place), { migrate: false })
  try {
    return await database.selectFrom('login_log').select(['username', 'status']).orderBy('id').execute()
  } finally {
    await close()
  }
}

/** Disables a role directly in the database. */
export async function disableRole(place: Located, roleKey: string): Promise<void> {
  const { database, close } = await openDatabase(urlOf(place), { migrate: false })
  try {
    await database.updateTable('roles').set({ status: DISABLED }).where('role_key', '=', roleKey).execute()
  } finally {
    await close()
  }
}

function urlOf({ dataDir, databaseUrl }: Located): string {
  return databaseUrl ?? `sqlite:${join(dataDir, 'castellan.db')}`
}
