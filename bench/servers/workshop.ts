/** What the measurements do with a database beforehand needs no rules for passwords. */
export const WORKSHOP = { password: { minLength: 8 }, permission: { exclude: [] } }
