import { join } from 'node:path'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../src/platform/database/database.ts'

/**
 * Adds departments with ids of 16 digits to the database of a service, so that few of them make a long header. The service
 * applies the change like that of another node.
 */
export async function addLargeDepartments(dataDir: string, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, i) => 9_000_000_000_000_000 + i)
  const handle = await openDatabase(`sqlite:${join(dataDir, 'castellan.db')}`)
  try {
    const rows = ids.map((id) => ({
      id,
      parent_id: 0,
      dept_name: `Department ${id}`,
      sort: 0,
      leader: '',
      phone: '',
      email: '',
      status: '2',
      created_at: 0,
      updated_at: 0,
    }))
    await createChangeWriter(handle.database, Date.now).write([{ kind: 'department' }], (transaction) =>
      transaction.insertInto('departments').values(rows).execute(),
    )
  } finally {
    await handle.close()
  }
  return ids
}
