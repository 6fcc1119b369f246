import { type NamedRole, namedRoles } from '../../../core/role/named-role.ts'
import { problemOfRoleKey } from '../../../core/role/role-key.ts'
import type { StrongSecret } from '../../../core/settings/combination.ts'
import { textList } from '../../../platform/settings/list-types.ts'
import { type Group, text } from '../../../platform/settings/setting.ts'

export const secondFactor = {
  requiredRoles: textList({
    typeName: 'list of role keys',
    doc: 'Roles whose users need a second factor, such as `admin`; `*` for all roles. Every user can set one up. A user with such a role who has none can only set one up after the login. It applies to new logins.',
    example: ['admin'],
    check: problemOfRoleKey,
  }),
  encryptionKey: text({
    secret: true,
    doc: 'Key that encrypts the secrets of second factors in the database: at least 32 random bytes, for example from `openssl rand -base64 48`. Empty: a key is generated when the first user sets up a second factor, and stored as `second-factor.key` in the data folder. All nodes of a cluster need the same key. Back it up: without it, users can log in only with recovery codes.',
  }),
  acceptedEncryptionKey: text({
    secret: true,
    doc: 'Second key that decrypts the secrets of second factors but encrypts none, while `login.secondFactor.encryptionKey` is replaced. `castellan key rotate-second-factor` encrypts the secrets with the new key. Remove it afterwards.',
  }),
} satisfies Group

interface Settings {
  readonly login: {
    readonly secondFactor: {
      readonly requiredRoles: readonly string[]
      readonly encryptionKey: string
      readonly acceptedEncryptionKey: string
    }
  }
}

export const SECOND_FACTOR_SECRETS: readonly StrongSecret<Settings>[] = [
  { key: 'login.secondFactor.encryptionKey', of: ({ login }) => login.secondFactor.encryptionKey },
  {
    key: 'login.secondFactor.acceptedEncryptionKey',
    of: ({ login }) => login.secondFactor.acceptedEncryptionKey,
  },
]

/** Stands for every role. */
const ALL_ROLES = '*'

export function namedRolesOfSecondFactor({ login }: Settings): readonly NamedRole[] {
  const roleKeys = login.secondFactor.requiredRoles.filter((roleKey) => roleKey !== ALL_ROLES)
  return namedRoles('login.secondFactor.requiredRoles', roleKeys)
}
