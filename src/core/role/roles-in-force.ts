import type { Update } from '../../platform/cluster/change-feed/change-feed.ts'
import type { RoleStore } from './role.store.ts'
import type { Role } from './role.ts'

/** The roles that a node has in memory, for what is only shown: a change reads them in its transaction. */
export type RolesInForce = ReturnType<typeof createRolesInForce>

/** Finds roles, in memory or in the database. */
export type RoleFinder = Pick<RolesInForce, 'find' | 'findMany' | 'all'>

/**
 * Creates the roles of a node; none until the first update. A role that is not among them is read from the database: another node
 * may just have added it. See docs/decisions/0082-what-is-shown-reads-memory.md.
 */
export function createRolesInForce(store: Pick<RoleStore, 'all' | 'findMany'>) {
  let roles: ReadonlyMap<number, Role> = new Map()
  let lastLoad: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    const loaded = await store.all()
    roles = new Map(loaded.map((role) => [role.roleId, role]))
  }

  async function findMany(ids: readonly number[]): Promise<ReadonlyMap<number, Role>> {
    const known = roles
    const missing = ids.filter((id) => !known.has(id))
    const read = missing.length === 0 ? undefined : await store.findMany(missing)
    const found = new Map<number, Role>()
    for (const id of ids) {
      const role = known.get(id) ?? read?.get(id)
      if (role) found.set(id, role)
    }
    return found
  }

  return {
    /** Reads all roles. One load after another, so that the last one to start is the last one to replace the roles. */
    update: (): Promise<void> => {
      lastLoad = lastLoad.then(load, load)
      return lastLoad
    },

    find: async (id: number): Promise<Role | undefined> => roles.get(id) ?? (await findMany([id])).get(id),

    /** Returns those of these roles that exist, by id. */
    findMany,

    /** Returns all roles, sorted by id. */
    all: async (): Promise<Role[]> => [...roles.values()],
  } satisfies { readonly update: Update } & Pick<RoleStore, 'find' | 'findMany' | 'all'>
}
