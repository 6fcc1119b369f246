import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { GROUPS, groupDn, PEOPLE, SERVICE_DN, SERVICE_PASSWORD } from './directory-entries.ts'
import type { Slapd } from './servers/slapd.ts'

/** Returns the settings of a test directory. */
export function ldapSettings(slapd: Slapd) {
  return {
    urls: [slapd.ldapsUrl],
    caFile: slapd.caFile,
    // Longer than any response takes on a slow machine.
    timeoutSeconds: 60,
    bindDn: SERVICE_DN,
    bindPassword: SERVICE_PASSWORD,
    baseDn: PEOPLE,
    groupBaseDn: GROUPS,
    enabledFilter: '(!(employeeType=former))',
    roles: [
      { group: groupDn('admins'), role: 'admin' },
      { group: groupDn('editors'), role: 'editor' },
      { group: groupDn('staff'), role: 'staff' },
    ],
  }
}

/** Returns the same settings with all defaults, for commands. */
export function resolvedLdapSettings(changed: ReturnType<typeof ldapSettings>) {
  return resolveSettings({ login: { ldap: changed } }).login.ldap
}
