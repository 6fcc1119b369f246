import type { Generated } from 'kysely'

/** Times are milliseconds since 1970 (UTC); a status is "2" for enabled or success, "1" for disabled or failure. */
export interface Tables {
  users: UserTable
  roles: RoleTable
  policy_rules: PolicyRuleTable
  sessions: SessionTable
  revocations: RevocationTable
  login_log: LoginLogTable
  login_log_removed: LoginLogRemovedTable
  audit_log: AuditLogTable
  log_chains: LogChainTable
  counters: CounterTable
  login_attempts: LoginAttemptsTable
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
  /** 1: the user has to set a new password before anything else. */
  password_change_due: Generated<number>
  /** Goes up with every change, so that two who change the row at once notice each other. */
  revision: Generated<number>
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
  revision: Generated<number>
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
  /** Identifies the key, issuer and mode of the session's token; empty for sessions of earlier versions. */
  signer: string
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
  /** What its user is told, where there is more to tell than that it has ended. */
  reason: string
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
  /** A stable code for `msg`, such as `captcha-wrong`; empty where an old message was not recognized. */
  reason: string
  /** The version of the hash chain with which the entry was written. */
  chain_version: number
  /** Its place in the log, without gaps. */
  position: number
  /** Over the entry before it and itself: see `tamper-evidence/`. */
  hash: string
}

/** The place, which is its id, and the hash of an entry that an operator has removed. */
interface LoginLogRemovedTable {
  id: number
  hash: string
  /** The entry of the audit log that says who it was. */
  audit_id: number
}

/** What operators have changed. The id is the place in the log, without gaps. */
interface AuditLogTable {
  id: number
  made_at: number
  /** 0 where it was nobody who can log in, such as the command line. */
  operator_id: number
  operator: string
  source: string
  ipaddr: string
  request_id: string
  action: string
  target_kind: string
  /** 0 where it was not one thing. */
  target_id: number
  target: string
  /** JSON, as `after`; empty where there was nothing. */
  before: string
  after: string
  hash: string
}

/** The last link of each log that can't be changed unseen, and the one before its first entry. */
interface LogChainTable {
  id: string
  position: number
  hash: string
  base_position: number
  base_hash: string
}

/** How many rows a table has, where counting them would take too long. */
interface CounterTable {
  id: string
  value: number
}

/** The id is a hash of a username and a network, or of a network. */
interface LoginAttemptsTable {
  id: string
  failures: number
  blocked_until: number
  succeeded_at: number
  updated_at: number
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
