import { resolve } from 'node:path'
import type { Settings } from '../settings/declarations.ts'
import { SettingsError } from '../settings/settings-error.ts'
import { readTextFile } from '../settings/text-file.ts'
import { createDirectory, type Directory } from './directory.ts'
import { createLdapServers, type LdapServers } from './ldap-servers.ts'
import { isObjectGuid } from './subject.ts'

export type LdapSettings = Settings['login']['ldap']

export interface OpenDirectory {
  readonly servers: LdapServers
  readonly directory: Directory
}

/** Creates the directory of the settings. It is not connected yet. Throws a SettingsError if the CA file cannot be used. */
export function openDirectory(ldap: LdapSettings, now: () => number): OpenDirectory {
  const servers = createLdapServers({
    urls: ldap.urls,
    startTls: ldap.startTls,
    ca: certificatesOf(ldap.caFile),
    bindDn: ldap.bindDn,
    bindPassword: ldap.bindPassword,
    isActiveDirectory: isObjectGuid(ldap.subjectAttribute),
    timeoutMs: ldap.timeoutSeconds * 1000,
    now,
  })
  const directory = createDirectory({
    baseDn: ldap.baseDn,
    userFilter: ldap.userFilter,
    enabledFilter: ldap.enabledFilter,
    subjectAttribute: ldap.subjectAttribute,
    usernameAttribute: ldap.usernameAttribute,
    nickNameAttribute: ldap.nickNameAttribute,
    emailAttribute: ldap.emailAttribute,
    phoneAttribute: ldap.phoneAttribute,
    groupBaseDn: ldap.groupBaseDn,
    groupFilter: ldap.groupFilter,
    nestedGroups: ldap.nestedGroups,
    maxGroupDepth: ldap.maxGroupDepth,
  })
  return { servers, directory }
}

function certificatesOf(caFile: string): string | undefined {
  if (caFile === '') return undefined
  const file = readTextFile(resolve(caFile))
  const problem = 'problem' in file ? file : problemOfCertificates(file.text)
  if (problem) throw new SettingsError(`login.ldap.caFile: ${caFile} ${problem.problem}. Fix: ${problem.fix}`)
  return 'text' in file ? file.text : undefined
}

/** A file without certificates would mean that no authority is trusted, and every connection fails. */
function problemOfCertificates(text: string) {
  if (text.includes('-----BEGIN CERTIFICATE-----')) return undefined
  return { problem: 'contains no certificate', fix: 'use a file in PEM format' }
}
