export const texts = {
  oidc: {
    finishing: 'Logging in …',
    providerRefused: (error: string) =>
      `The provider did not complete the login${error === '' ? '' : ` (${error})`}. Try again, or log in another way.`,
  },
}
