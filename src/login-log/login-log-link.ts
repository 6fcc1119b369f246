import { type Link, nextLink } from '../hash-chain/link.ts'

/** A stored entry, less what its link gives it. */
export interface LoginLogContent {
  readonly entry_key: string
  readonly username: string
  readonly status: string
  readonly ipaddr: string
  readonly login_location: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  readonly login_time: number
  readonly remark: string
  readonly msg: string
}

/** All of an entry is hashed. The order is part of what is stored: it never changes. */
export function linkLoginLogEntry(previous: Link, row: LoginLogContent): Link {
  return nextLink(previous, [
    row.entry_key,
    row.username,
    row.status,
    row.ipaddr,
    row.login_location,
    row.browser,
    row.os,
    row.platform,
    row.login_time,
    row.remark,
    row.msg,
  ])
}
