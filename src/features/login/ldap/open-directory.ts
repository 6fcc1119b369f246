import { readCaFile } from '../../../platform/settings/file/ca-file.ts'
import type { ValuesOf } from '../../../platform/settings/setting.ts'
import { createDirectory, type Directory } from './directory.ts'
import { createLdapServers, type LdapServers } from './ldap-servers.ts'
import type { ldap } from './settings/ldap.ts'
import { isObjectGuid } from './subject.ts'

export type LdapSettings = ValuesOf<typeof ldap>

export interface OpenDirectory {
  readonly servers: LdapServers
  readonly directory: Directory
}

/** Creates the directory of the settings. It is not connected yet. Throws a SettingsError if the CA file cannot be used. */
export function openDirectory(ldap: LdapSettings, uptimeMs: () => number): OpenDirectory {
  const servers = createLdapServers({
    urls: ldap.urls,
    startTls: ldap.startTls,
    ca: readCaFile('login.ldap.caFile', ldap.caFile),
    bindDn: ldap.bindDn,
    bindPassword: ldap.bindPassword,
    isActiveDirectory: isObjectGuid(ldap.subjectAttribute),
    timeoutMs: ldap.timeoutSeconds * 1000,
    now: uptimeMs,
  })
  return { servers, directory: createDirectory(ldap) }
}
