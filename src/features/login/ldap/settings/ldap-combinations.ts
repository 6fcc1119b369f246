import type { Combination } from '../../../../core/settings/combination.ts'
import type { ValuesOf } from '../../../../platform/settings/setting.ts'
import { type ldap, problemsOfLdap } from './ldap.ts'

interface Settings {
  readonly login: { readonly methods: readonly string[]; readonly ldap: ValuesOf<typeof ldap> }
}

/** What the settings of the directory must satisfy together. */
export const LDAP_COMBINATIONS: readonly Combination<Settings>[] = [
  {
    reads: ['login.methods', 'login.ldap'],
    find: ({ login }) => (login.methods.includes('ldap') ? problemsOfLdap(login.ldap) : []),
  },
]
