import type { Generated } from 'kysely'

/** Times are milliseconds since 1970 (UTC); a status is "2" for enabled or success, "1" for disabled or failure. */
export interface Tables {
  users: UserTable
  roles: RoleTable
  policy_rules: PolicyRuleTable
  sessions: SessionTable
  revocations: RevocationTable
  login_log: LoginLogTable
  changes: ChangeTable
  change_head: ChangeHeadTable
  nodes: NodeTable
}

interface UserTable {
  id: Generated<number>
  username: string
  /** The username as it is compared for uniqueness: see `user/username.ts`. */
  username_key: string
  password_hash: string
  /** Counts what makes earlier proofs of this user's credentials worthless: a new password, a new role, … */
  credential_version: Generated<number>
  nick_name: string
  email: string
  phone: string
  role_id: number
  status: string
  remark: string
  created_at: number
  updated_at: number
}

interface RoleTable {
  id: Generated<number>
  role_name: string
  role_key: string
  data_scope: string
  status: string
  remark: string
  created_at: number
  updated_at: number
}

interface PolicyRuleTable {
  id: Generated<number>
  role_key: string
  path: string
  method: string
}

/** One row for each issued token. The token itself is stored nowhere. */
interface SessionTable {
  id: Generated<number>
  nonce: string
  user_id: number
  role_id: number
  ipaddr: string
  browser: string
  os: string
  platform: string
  issued_at: number
  expires_at: number
}

/** Sessions up to and including `up_to_session` of the subject are dead. For a session, the subject is itself. */
interface RevocationTable {
  id: Generated<number>
  kind: string
  subject_id: number
  up_to_session: number
  /** When the last token this can concern has expired by itself. */
  expires_at: number
}

interface LoginLogTable {
  id: Generated<number>
  /** Made when the attempt is recorded: storing an entry twice stores it once. */
  entry_key: string
  username: string
  status: string
  ipaddr: string
  login_location: string
  browser: string
  os: string
  platform: string
  login_time: number
  remark: string
  msg: string
}

/** What changed, in order, so that every process can follow. */
interface ChangeTable {
  version: number
  kind: string
  made_at: number
}

/** One row, whose lock puts changes in order: a version is committed before the next one is given. */
interface ChangeHeadTable {
  id: number
  version: number
}

/** Every process that serves, as it last told of itself. */
interface NodeTable {
  id: string
  name: string
  started_at: number
  seen_at: number
  /** The version of the last change that is in force there. */
  version: number
}
