/** The key of the query for the logged-in user. */
export const OWN_INFO = ['own-info'] as const
