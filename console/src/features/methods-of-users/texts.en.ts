export const texts = {
  methods: {
    title: 'Login methods',
    titleOf: (name: string) => `Login methods of ${name}`,
    names: {
      password: 'Password',
      ldap: 'Directory (LDAP)',
      oidc: 'OpenID Connect',
      code: 'One-time code',
      passkey: 'Passkey',
      service: 'Service account',
    },
    allowed: 'Allowed login methods',
    allowedHelp: 'If none is selected, the user may use all enabled methods.',
    all: 'All enabled methods',
    sessionsEnd: 'This ends all sessions of the user.',
  },
}
