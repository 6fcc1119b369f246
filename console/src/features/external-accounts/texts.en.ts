export const texts = {
  link: {
    title: 'Linked accounts',
    help: 'Accounts at other providers with which you can log in. An operator changes them.',
    none: 'There are no linked accounts.',
    since: 'Linked',
    refusedSince: 'no access since',
    add: 'Link an account',
    addTo: (name: string) => `Link an account to ${name}`,
    issuer: 'Issuer',
    issuerHelp: 'As the provider spells it in its tokens, such as https://login.example.com/realms/main.',
    subject: 'Subject',
    subjectHelp: 'The identifier of the user at the issuer (claim sub).',
    removeAsk: (issuer: string) => `Remove the link to ${issuer}?`,
  },
}
