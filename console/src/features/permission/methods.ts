/** The methods that a rule can name, and `*` for every method. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*']
