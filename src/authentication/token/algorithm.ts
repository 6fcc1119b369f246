/** The signature algorithms of tokens. A key has exactly one, and a token must name the algorithm of its key. */
export const ALGORITHMS = ['HS256', 'EdDSA', 'ES256', 'RS256'] as const

export type Algorithm = (typeof ALGORITHMS)[number]
