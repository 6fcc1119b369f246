import { addressKey } from '../../platform/network/address-range.ts'
import { type Link, nextLink } from '../audit-log/hash-chain/link.ts'
import type { LoginLogEntry } from './login-log-entry.ts'

/**
 * Each field of an entry and the column that stores it. The rows, the hash chain and the CSV export are derived from this
 * list.
 */
const COLUMNS = {
  key: 'entry_key',
  username: 'username',
  status: 'status',
  ipaddr: 'ipaddr',
  loginLocation: 'login_location',
  browser: 'browser',
  os: 'os',
  platform: 'platform',
  loginTime: 'login_time',
  remark: 'remark',
  msg: 'msg',
  reason: 'reason',
  method: 'method',
  loginKey: 'login_key',
  newNetwork: 'new_network',
} as const satisfies Record<keyof LoginLogEntry, string>

type Field = keyof typeof COLUMNS
export const LOGIN_LOG_FIELDS = Object.keys(COLUMNS) as readonly Field[]

/** A row without its id and its link. */
export type LoginLogContent = {
  readonly [Name in Field as (typeof COLUMNS)[Name]]: Name extends 'loginTime' | 'newNetwork'
    ? number
    : string
} & {
  /** The user with the name when the entry was stored; 0 if there was none. */
  readonly user_id: number
  /** Derived from the address, so that networks can be found by an index. */
  readonly address_key: string
  readonly chain_version: number
}

/** An entry as the API returns it. */
export type StoredLoginLogEntry = { readonly id: number } & {
  readonly [Name in Exclude<Field, 'key'>]: Name extends 'newNetwork' ? boolean : string
}

/** The columns of the CSV export. The columns that matter most come first. */
export const CSV_COLUMNS: readonly (keyof StoredLoginLogEntry)[] = [
  'id',
  'loginTime',
  ...LOGIN_LOG_FIELDS.filter((field) => field !== 'key' && field !== 'loginTime' && field !== 'remark'),
  'remark',
]

/** Part of the hash, like the order of the columns, which never changes. A row keeps the version with which it was written. */
const CHAIN_VERSION = 1

export function toRow(entry: LoginLogEntry, userId: number): LoginLogContent {
  const columns = LOGIN_LOG_FIELDS.map((field) => [COLUMNS[field], entry[field]])
  return {
    ...(Object.fromEntries(columns) as Omit<
      LoginLogContent,
      'login_time' | 'new_network' | 'user_id' | 'address_key' | 'chain_version'
    >),
    login_time: Date.parse(entry.loginTime),
    new_network: entry.newNetwork ? 1 : 0,
    user_id: userId,
    address_key: addressKey(entry.ipaddr),
    chain_version: CHAIN_VERSION,
  }
}

export function toEntry(row: LoginLogContent & { readonly id: number }): StoredLoginLogEntry {
  return {
    id: row.id,
    username: row.username,
    status: row.status,
    ipaddr: row.ipaddr,
    loginLocation: row.login_location,
    browser: row.browser,
    os: row.os,
    platform: row.platform,
    loginTime: new Date(row.login_time).toISOString(),
    remark: row.remark,
    msg: row.msg,
    reason: row.reason,
    method: row.method,
    loginKey: row.login_key,
    newNetwork: row.new_network === 1,
  }
}

/** Returns the link of a row that follows another one. */
export function linkLoginLogEntry(previous: Link, row: LoginLogContent): Link {
  const values = LOGIN_LOG_FIELDS.map((field) => row[COLUMNS[field]])
  return nextLink(previous, [row.chain_version, ...values, row.address_key, row.user_id])
}
