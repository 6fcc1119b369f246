export const texts = {
  password: {
    rules: (minLength: number) =>
      `At least ${minLength} characters. Common passwords, repetitions, sequences and the user’s name are refused.`,
    mustChange: 'Must change the password at the next login',
    generate: 'Generate',
    generated: 'Send the password to the user over a secure channel. It is not shown again.',
    of: (name: string) => `New password for ${name}`,
    set: 'Set password',
    setHelp: 'This ends all sessions of the user.',
    oldPassword: 'Old password',
    newPassword: 'New password',
    repeat: 'Repeat new password',
    different: 'The passwords do not match.',
    change: 'Change password',
    logInAgain: 'Your password was changed. Log in with it.',
    help: 'This ends all of your sessions. You need to log in again.',
  },
}
