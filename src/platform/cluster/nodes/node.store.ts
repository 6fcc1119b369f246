import type { Database } from '../../database/database.ts'
import { onConflictOverwrite } from '../../database/query/insert.ts'
import { prepared } from '../../database/query/prepared.ts'

export type NodeStore = ReturnType<typeof createNodeStore>

/** The last heartbeat of a node. */
export interface Heartbeat {
  readonly id: string
  /** Host name and process id. */
  readonly name: string
  readonly startedAt: number
  readonly seenAt: number
  /** The version of the last change that the node has applied. */
  readonly version: number
  /** The fingerprint of the node's keys. */
  readonly keys: string
}

const saveHeartbeat = prepared<
  [id: string, name: string, startedAt: number, seenAt: number, version: number, keys: string],
  unknown
>((database) => {
  const row = { id: '', name: '', started_at: 0, seen_at: 0, version: 0, keys_fingerprint: '' }
  const insert = database.insertInto('nodes').values(row)
  return onConflictOverwrite(database, insert, ['seen_at', 'version', 'keys_fingerprint'])
})

const seenSince = prepared<[time: number], Heartbeat>((database) =>
  database
    .selectFrom('nodes')
    .select([
      'id',
      'name',
      'started_at as startedAt',
      'seen_at as seenAt',
      'version',
      'keys_fingerprint as keys',
    ])
    .where('seen_at', '>=', 0)
    .orderBy('name'),
)

export function createNodeStore(database: Database) {
  return {
    async saveHeartbeat({ id, name, startedAt, seenAt, version, keys }: Heartbeat): Promise<void> {
      await saveHeartbeat(database, id, name, startedAt, seenAt, version, keys)
    },

    async remove(id: string): Promise<void> {
      await database.deleteFrom('nodes').where('id', '=', id).execute()
    },

    seenSince: (time: number): Promise<Heartbeat[]> => seenSince(database, time),

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('nodes').where('seen_at', '<', before).execute()
    },
  }
}
