export const texts = {
  passkey: {
    title: 'Passkeys',
    help: 'A passkey logs you in without a password: with the screen lock of a device, or a security key.',
    none: 'There are no passkeys.',
    add: 'Add a passkey',
    name: 'Name',
    nameHelp: 'For example the device: laptop, phone or security key.',
    rename: 'Rename',
    lastUsed: 'last used',
    removeAsk: (name: string) => `Remove the passkey ${name}?`,
    removeHelp: 'You cannot log in with it any more. Delete it on the device too.',
    notSupported: 'This browser does not support passkeys. Passkeys need HTTPS.',
    cancelled: 'The passkey was not used: the dialog was cancelled or timed out.',
    alreadyAdded: 'This device already has a passkey for this account.',
    otherSite:
      'Passkeys do not work at this address. Open the console at its public address (application.publicUrl).',
    deviceNotSuitable: 'This device or security key cannot store such a passkey. Try another one.',
    failed: (name: string) => `The browser could not use a passkey (${name}).`,
  },
}
