import type { QueryResult } from 'kysely'
import { compiledOnce, type Later } from '../database/compiled-once.ts'
import type { Database } from '../database/database.ts'
import { locking } from '../database/row-locks.ts'
import type { Link } from './link.ts'

/** The logs that can't be changed unseen. */
export type ChainName = 'login_log' | 'audit_log'

/** Where a log ends, and the link before its first entry, which is not the beginning once old entries were dropped. */
export interface ChainEnds {
  readonly head: Link
  readonly base: Link
}

export type ChainStore = ReturnType<typeof createChainStore>

interface Named {
  readonly name: ChainName
}

const chainByName = (database: Database, later: Later<Named>) =>
  database.selectFrom('log_chains').selectAll().where('id', '=', later('name'))

type Row = Awaited<ReturnType<ReturnType<typeof chainByName>['executeTakeFirstOrThrow']>>

const foundChain = compiledOnce(chainByName)
const lockedChain = compiledOnce((database, later: Later<Named>) =>
  locking(database, chainByName(database, later)),
)
const moveHeadOf = compiledOnce((database, later: Later<Named & Link>) =>
  database
    .updateTable('log_chains')
    .set({ position: later('position'), hash: later('hash') })
    .where('id', '=', later('name')),
)

export function createChainStore(database: Database, name: ChainName) {
  return {
    async ends(): Promise<ChainEnds> {
      return endsOf(name, await foundChain(database, { name }))
    },

    /** Until the transaction ends nobody else can add to the log or drop from it. */
    async lock(): Promise<ChainEnds> {
      return endsOf(name, await lockedChain(database, { name }))
    },

    async moveHead({ position, hash }: Link): Promise<void> {
      await moveHeadOf(database, { name, position, hash })
    },

    async moveBase({ position, hash }: Link): Promise<void> {
      const base = { base_position: position, base_hash: hash }
      await database.updateTable('log_chains').set(base).where('id', '=', name).execute()
    },
  }
}

function endsOf(name: ChainName, { rows: [row] }: QueryResult<Row>): ChainEnds {
  if (!row) throw new Error(`nothing is kept of where ${name} begins and ends`)
  return {
    head: { position: row.position, hash: row.hash },
    base: { position: row.base_position, hash: row.base_hash },
  }
}
