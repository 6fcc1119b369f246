import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const SERVICE_ACCOUNT_TABLES = {
  /** What only the account of a program has: a user with the login method `service`. */
  service_accounts: {
    columns: {
      /** The id of the user. */
      id: 'integer',
      /** The id of the person who answers for it. */
      owner_id: 'integer',
      /** 0: it waits for its owner, to whom somebody else has given it. */
      accepted: 'integer',
      /** 0: it does not expire. */
      expires_at: 'integer',
      /** The networks from which it may log in, separated by commas; empty for all. */
      networks: text(2048),
      /** 0: it was never used. A use is a login or a request behind the permission check. */
      last_used_at: 'integer',
      last_network: text(64),
      /** The method and the route. */
      last_route: text(600),
    },
    indexes: { service_accounts_by_owner: ['owner_id'] },
  },
} as const satisfies DeclaredTables

export type ServiceAccountTables = TablesOf<typeof SERVICE_ACCOUNT_TABLES>
