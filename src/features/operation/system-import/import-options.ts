import type { Operator } from '../../../core/audit-log/operator.ts'
import type { CommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import type { PermissionRoutes } from './permission-file.ts'
import type { SystemImport } from './system-import.ts'

export interface ImportParts {
  readonly database: RootDatabase
  readonly systemImport: SystemImport
  readonly operator: Operator
  readonly noteChange: () => void
}

export interface ImportCommandOptions extends CommonOptions {
  readonly from: string
  readonly dryRun?: true
  readonly yes?: true
  readonly admin: readonly string[]
  readonly preferRoles: readonly string[]
  readonly pathPrefix: string
  readonly report?: string
  readonly menus?: string
  readonly loginLog?: string
  /** RuoYi only. */
  readonly permissions?: string
  readonly tenant?: string
}

/** The systems whose databases are read. */
export const SYSTEMS = ['go-admin', 'gin-vue-admin', 'ruoyi'] as const
export type SystemName = (typeof SYSTEMS)[number]

export interface SystemOptions {
  /** The routes of each permission, for a system whose rights are names. */
  readonly permissions: PermissionRoutes
  /** Undefined: the database has one tenant only. */
  readonly tenant: string | undefined
}
