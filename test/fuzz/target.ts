import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openContext } from '../support/context.ts'
import { folderWithSettings, startProcess } from '../support/process.ts'
import { freshMysqlDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { startAccounts } from './accounts.ts'

export type Product = 'sqlite' | 'postgres' | 'mysql'

/** A service for the fuzzer, in its own process and with its own database. */
export interface FuzzTarget {
  readonly origin: string
  readonly folder: string
  readonly documentFile: string
  readonly accountsUrl: string
  /** Returns the entries of the log about errors. */
  errors(): readonly string[]
  close(): Promise<void>
}

/** All requests come from one address, so the limits per address are off. */
const SETTINGS = [
  'application.mode=dev',
  'rateLimit.perAddress=0',
  'rateLimit.total=0',
  'rateLimit.loginPerAddress=0',
  'login.maxFailures=0',
]

export async function startFuzzTarget(product: Product, serverUrl = ''): Promise<FuzzTarget> {
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne()
  }
  try {
    const folder = await folderWithSettings()
    opened.push(folder.remove)
    const database = await freshDatabase(product, serverUrl, folder.path)
    opened.push(database.drop)
    const service = await startProcess(folder.path, [...SETTINGS, `database.url=${database.url}`])
    opened.push(() => service.end('SIGTERM'))
    const context = await openContext(database.url)
    opened.push(context.close)
    await context.roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk', dataScope: '5' })
    const accounts = await startAccounts(service.base, context)
    opened.push(accounts.close)
    const documentFile = join(folder.path, 'openapi.json')
    await writeFile(documentFile, await (await fetch(`${service.base}/openapi.json`)).text())
    return {
      origin: new URL(service.base).origin,
      folder: folder.path,
      documentFile,
      accountsUrl: accounts.url,
      errors: () => service.log().match(/^\{"level":(?:50|60).*$/gm) ?? [],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function freshDatabase(product: Product, serverUrl: string, folder: string) {
  if (product === 'postgres') return freshPostgresDatabase(serverUrl)
  if (product === 'mysql') return freshMysqlDatabase(serverUrl)
  return { url: `sqlite:${join(folder, 'castellan.db')}`, drop: async () => {} }
}
