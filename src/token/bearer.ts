const SCHEME = 'Bearer '

/** A token as nearly every request carries it: behind the scheme of the `Authorization` header. */
export type Bearer = `${typeof SCHEME}${string}`

export function bearerOf(token: string): Bearer {
  return `${SCHEME}${token}`
}

export function tokenOf(bearer: Bearer): string {
  return bearer.slice(SCHEME.length)
}

/** Whether a header is as we would write it. What stands behind the one space is for whoever verifies it to judge. */
export function isBearer(header: string): header is Bearer {
  return header.startsWith(SCHEME) && header.charAt(SCHEME.length) !== ' '
}
