import { count } from '../../shell/language/counts.en.ts'

export const texts = {
  login: {
    firstRun:
      'Nobody has logged in yet. The service created the user admin when it first started, and printed the password once, in the terminal or the log of the process. If CASTELLAN_ADMIN_PASSWORD was set, it is the password.',
    firstRunLost: 'If the password is lost, set a new one:',
    password: 'Password',
    account: 'Account',
    accounts: { password: 'Local account', ldap: 'Directory account' },
    others: 'Other ways to log in',
    with: {
      credentials: 'Log in with a password',
      code: 'Log in with a one-time code',
      passkey: 'Log in with a passkey',
    },
    withProvider: (label: string) => `Log in with ${label}`,
    back: 'After login you return to the requested page.',
  },
  throttle: {
    title: 'Blocked logins',
    none: 'No logins are blocked.',
    only: (role: string) => `Only users with the role ${role}.`,
    blocked: 'Blocked',
    wholeNetwork: 'the whole network',
    network: 'Network',
    ends: 'Ends',
    release: 'Release',
    released: 'Released. The next login is possible immediately.',
    more: (n: number) => `and ${count(n)} more`,
  },
}
