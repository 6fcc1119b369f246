import type { Database } from '../database/database.ts'

export type NodeStore = ReturnType<typeof createNodeStore>

/** A node as it last told of itself. */
export interface NodeReport {
  readonly id: string
  /** Host name and process, for people. */
  readonly name: string
  readonly startedAt: number
  readonly seenAt: number
  /** The version of the last change that is in force there. */
  readonly version: number
}

export function createNodeStore(database: Database) {
  return {
    /** A node writes only its own row, so that an update that finds none can be followed by an insert. */
    async report(node: NodeReport): Promise<void> {
      const { numUpdatedRows } = await database
        .updateTable('nodes')
        .set({ seen_at: node.seenAt, version: node.version })
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
        })
        .execute()
    },

    async remove(id: string): Promise<void> {
      await database.deleteFrom('nodes').where('id', '=', id).execute()
    },

    async seenSince(time: number): Promise<NodeReport[]> {
      return database
        .selectFrom('nodes')
        .select(['id', 'name', 'started_at as startedAt', 'seen_at as seenAt', 'version'])
        .where('seen_at', '>=', time)
        .orderBy('name')
        .execute()
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('nodes').where('seen_at', '<', before).execute()
    },
  }
}
