import type { Database } from '../../database/database.ts'

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

export function createNodeStore(database: Database) {
  return {
    /** A node writes only its own row, so an update that matches no row can be followed by an insert. */
    async saveHeartbeat(node: Heartbeat): Promise<void> {
      const { numUpdatedRows } = await database
        .updateTable('nodes')
        .set({ seen_at: node.seenAt, version: node.version, keys_fingerprint: node.keys })
        .where('id', '=', node.id)
        .executeTakeFirst()
      if (Number(numUpdatedRows) > 0) return
      await database
        .insertInto('nodes')
        .values({
          id: node.id,
          name: node.name,
          started_at: node.startedAt,
          seen_at: node.seenAt,
          version: node.version,
          keys_fingerprint: node.keys,
        })
        .execute()
    },

    async remove(id: string): Promise<void> {
      await database.deleteFrom('nodes').where('id', '=', id).execute()
    },

    async seenSince(time: number): Promise<Heartbeat[]> {
      return database
        .selectFrom('nodes')
        .select([
          'id',
          'name',
          'started_at as startedAt',
          'seen_at as seenAt',
          'version',
          'keys_fingerprint as keys',
        ])
        .where('seen_at', '>=', time)
        .orderBy('name')
        .execute()
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('nodes').where('seen_at', '<', before).execute()
    },
  }
}
