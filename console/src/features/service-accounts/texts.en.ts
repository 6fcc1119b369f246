import { many } from '../../shell/language/counts.en.ts'

export const texts = {
  serviceAccount: {
    title: 'Service accounts',
    add: 'Add service account',
    edit: (name: string) => `Service account ${name}`,
    none: 'There are no service accounts yet.',
    roleHelp: 'Every role but admin and those that require a second factor.',
    owner: 'Owner',
    noOwner: 'none: the owner was deleted',
    ownerHelp:
      'A person who answers for the account and may grant everything that it may do. While the owner has no access, it cannot log in. If the owner may do less, it is disabled.',
    end: 'End',
    noEnd: 'never',
    expired: 'expired',
    endHelp: 'From then on, the account cannot log in. A change ends its sessions.',
    networks: 'Networks',
    everywhere: 'all',
    networksHelp:
      'Addresses and networks, such as 10.0.0.0/16, from which it may log in. A change ends its sessions.',
    lastUse: 'Last use',
    lastNetwork: 'Last network',
    lastRoute: 'Last route',
    notAccepted: 'waits for the owner',
    ownerWithoutAccess: 'owner has no access',
    stopWithOwner: (n: number, names: string) =>
      `${many(n, 'service account')} can no longer log in then: ${names}.`,
    show: 'Show',
    handOverBefore: 'Hand over before to (optional)',
    handOverAccept: 'The new owner has to accept them before they can log in again.',
    waitingTitle: 'Service accounts given to you',
    accept: 'Accept',
    acceptAsk: (name: string) => `Accept the service account ${name}?`,
    acceptHelp:
      'From then on, you answer for it, and it can log in. Whoever had it before may know its secrets: replace them.',
    acceptedNow: 'The service account is accepted.',
    handOver: 'Hand over',
    handOverOf: (name: string) => `Hand over ${name}`,
    handOverHelp:
      'This ends the sessions of the account. It cannot log in until the new owner accepts it. If it is disabled, enable it afterwards.',
    withSecret: 'Create a secret now',
    secret: 'Secret',
    secrets: 'Secrets',
    secretOf: (id: number) => `Secret ${id}`,
    noSecrets: 'There are no secrets.',
    addSecret: 'Add secret',
    rotation:
      'An account has at most two secrets. To replace one: add a second one, give it to the program, then remove the first one.',
    removeSecretAsk: (id: number) => `Remove secret ${id}?`,
    removeSecretHelp:
      'Programs can no longer log in with it. This ends all sessions of the account; programs with another secret log in again.',
    newSecret: (name: string) => `New secret of ${name}`,
    secretOnce: 'Store the secret where the program reads it. It is not shown again.',
    example: 'How a program logs in',
    command: 'command',
    jobHelp: (file: string) =>
      `A job in ${file}. Store the secret as the masked variable SERVICE_SECRET, and replace the last call by your own. The login method service has to be enabled (login.methods).`,
    exampleHelp:
      'The variable SECRET contains the secret. The settings must enable the login method service (login.methods).',
    keys: 'Public keys',
    keyOf: (id: number) => `Key ${id}`,
    noKeys: 'There are no public keys.',
    addKey: 'Add public key',
    addKeyTo: (name: string) => `Add a public key to ${name}`,
    addKeyHelp:
      'The program signs its logins with the private key, which it keeps. Ed25519, EC (P-256) and RSA keys of at least 2048 bits are accepted.',
    publicKey: 'Public key',
    publicKeyHelp: 'PEM (BEGIN PUBLIC KEY) or a JWK as JSON. Never paste a private key.',
    keysHelp:
      'An account has at most two public keys, so that one can be replaced while the other is in use.',
    removeKeyAsk: (id: number) => `Remove key ${id}?`,
    removeKeyHelp:
      'Programs can no longer log in with its private key. This ends all sessions of the account; programs with another key or a secret log in again.',
    changes: 'Changes of this account',
    changesBy: 'Changes by this account',
  },
}
