import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const SECOND_FACTOR_TABLES = {
  /** The second factor of a user. The id is the id of the user. */
  second_factors: {
    columns: {
      id: 'integer',
      /** Encrypted. */
      secret: text(512),
      /** 0 until the user has confirmed the enrolment with a code. */
      confirmed_at: 'integer',
      /** The time step of the last code that was accepted, so that no code is accepted twice. */
      last_step: 'integer',
      created_at: 'integer',
    },
  },

  recovery_codes: {
    columns: {
      id: 'id',
      user_id: 'integer',
      code_hash: text(128),
      /** 0 if it was not used. */
      used_at: 'integer',
    },
    indexes: { recovery_codes_by_user: ['user_id'] },
  },
} as const satisfies DeclaredTables

/** The columns with the id of the user whose rows are deleted with the user. */
export const SECOND_FACTOR_ROWS = { second_factors: 'id', recovery_codes: 'user_id' } as const

export type SecondFactorTables = TablesOf<typeof SECOND_FACTOR_TABLES>
