/** What the measurements do with a database beforehand needs no rules for passwords. */
export const CONTEXT_SETTINGS = { password: { minLength: 8 }, permission: { exclude: [] } }
