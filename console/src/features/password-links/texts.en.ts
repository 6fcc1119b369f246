export const texts = {
  passwordLink: {
    forgot: 'Forgot password?',
    forgotten: 'Forgotten password',
    forgottenHelp: 'You get a message with a link to set a new password.',
    usernameOrAddress: 'Username, e-mail address or phone number',
    send: 'Send link',
    sent: 'If there is such an account, a message was sent to its e-mail address or phone number. Open the link in it to set a new password.',
    setPassword: 'Set password',
    setPasswordHelp: 'Choose a phrase of several unrelated words. Then log in with it.',
    newPassword: 'New password',
    passwordIsSet: 'The password is set. Log in with it.',
    missing: 'Open the link in the message to set a password.',
    invite: 'Invite',
    inviteNew: 'Invite: the user sets the password',
    inviteNewHelp: 'The user gets a link by e-mail or SMS. It is valid once.',
    inviteFourEyes:
      'The user gets a link by e-mail or SMS. It is valid once. If you set a password instead, you know it and can log in as the user.',
    inviteHelp:
      'The link goes to the e-mail address or phone number of the user, and is valid once. The present password stays valid until then.',
    inviteSent: 'The link was sent.',
  },
}
