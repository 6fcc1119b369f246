import { CHANGE_REFUSALS as OF_FEATURES } from '../../features/tables-and-words.ts'

/** Why a change of the rights of a user is refused. */
export const AUTHORITY_REFUSALS = [
  'not-found',
  'role-unknown',
  'role-held',
  'last-admin',
  'admin-only',
  'own-role',
  'beyond-own-role',
  'own-role-ends',
] as const

/** Why a change of a user is refused. */
export const CHANGE_REFUSALS = [
  'service-account',
  'service-account-method',
  ...OF_FEATURES.ofUsers,
  ...AUTHORITY_REFUSALS,
  'username-taken',
  'username-address',
  'changed-meanwhile',
  'recent-login-required',
  'department-unknown',
  'own-department',
] as const

/** Why a user cannot be invited to set the password. */
export const INVITATION_REFUSALS = ['password-links-disabled', ...OF_FEATURES.ofNewUsers] as const
