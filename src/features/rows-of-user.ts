import { ACCESS_REQUEST_ROWS } from './approval/access-requests/access-request-tables.ts'
import { PASSKEY_ROWS } from './login/passkeys/passkey-tables.ts'
import { PASSWORD_LINK_ROWS } from './login/password-links/password-link-tables.ts'
import { SECOND_FACTOR_ROWS } from './login/second-factor/second-factor-tables.ts'
import { SERVICE_CREDENTIAL_ROWS } from './login/service-accounts/service-credential-tables.ts'

/** The tables of features with rows that are deleted with a user, and the column with the id of the user. */
export const ROWS_OF_USER = {
  ...SECOND_FACTOR_ROWS,
  ...PASSKEY_ROWS,
  ...SERVICE_CREDENTIAL_ROWS,
  ...PASSWORD_LINK_ROWS,
  ...ACCESS_REQUEST_ROWS,
} as const
