/** The values that go-admin uses. */
export const ENABLED = '2'
export const DISABLED = '1'
export type Status = typeof ENABLED | typeof DISABLED

/** The names of the values on the command line and in files. */
export const STATES = { enabled: ENABLED, disabled: DISABLED } as const
