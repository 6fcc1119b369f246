export const texts = {
  oneTimeCode: {
    send: 'Send code',
    sent: (byEmail: boolean, bySms: boolean) =>
      `If this account can log in with a code, one was sent${byEmail || bySms ? ` by ${[byEmail && 'e-mail', bySms && 'SMS'].filter(Boolean).join(' or ')}` : ''}. Enter it here.`,
    label: 'One-time code',
    sendAgain: 'Send another code',
  },
}
