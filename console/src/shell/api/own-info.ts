/** The key of the query for the logged-in user. */
export const OWN_INFO = ['own-info'] as const

/** The key of the query for the profile of the logged-in user. */
export const OWN_PROFILE = ['own-profile'] as const
