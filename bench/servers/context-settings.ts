/** Settings for preparing a database. */
export const CONTEXT_SETTINGS = {
  password: { minLength: 8 },
  permission: { exclude: [] },
  explain: { keepMinutes: 0 },
}
