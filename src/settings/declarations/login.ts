import { ldap } from '../ldap.ts'
import { recordList, textList } from '../list-types.ts'
import { loginCode } from '../login-code.ts'
import { isLoginMethod, LOGIN_METHODS, METHOD_NAMES_IN_WORDS } from '../login-methods.ts'
import { OIDC_PRESET_NAMES } from '../oidc/oidc-presets.ts'
import { type OidcProviderInput, type OidcProviderSetting, oidcProvider } from '../oidc/oidc-provider.ts'
import { problemOfDomain } from '../relying-party.ts'
import { problemOfRoleKey } from '../role-key.ts'
import { flag, type Group, integer, text } from '../setting.ts'

const passkey = {
  rpId: text({
    doc: 'Domain that passkeys belong to (relying party ID): the host of `application.publicUrl` or a domain above it, so that its subdomains can share passkeys. Browsers refuse public suffixes such as `com`. After a change, existing passkeys no longer work. Empty: the host of `application.publicUrl`. Pages from that address and from those `cors.origins` that belong to the domain can use passkeys.',
    example: 'example.com',
    check: problemOfDomain,
  }),
} satisfies Group

const oidc = {
  providers: recordList<OidcProviderSetting, OidcProviderInput>({
    typeName: 'list of `{name, preset, issuer, clientId, clientSecret, roles, …}`',
    doc: `Identity providers for the login method \`oidc\`, in the order of the login page. \`preset\` is one of ${OIDC_PRESET_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    fix: 'write a list of {name, preset, issuer, clientId, clientSecret, roles}',
    unique: 'name',
    entry: oidcProvider,
  }),
  timeoutSeconds: integer({
    default: 10,
    min: 1,
    max: 60,
    unit: 'seconds',
    doc: 'Maximum time for each response of an identity provider.',
  }),
} satisfies Group

const secondFactor = {
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

const service = {
  tokenSeconds: integer({
    default: 3600,
    min: 60,
    max: 86_400,
    unit: 'seconds',
    doc: 'Lifetime of a token that a service account got with the login method `service`. The token ends earlier if the account or a role of its owner ends.',
  }),
} satisfies Group

const passwordLink = {
  enabled: flag({
    default: false,
    doc: 'Whether users can set their passwords over links: operators invite users, and login pages offer “Forgot password?”. The links are sent by the senders in `login.code`, within its limits, and lead to `application.publicUrl`.',
    example: true,
  }),
  invitationHours: integer({
    default: 72,
    min: 1,
    max: 720,
    unit: 'hours',
    doc: 'How long the link of an invitation is valid.',
  }),
  forgottenMinutes: integer({
    default: 30,
    min: 0,
    max: 1440,
    unit: 'minutes',
    doc: 'How long a link is valid that a user has requested by “Forgot password?”. 0: users cannot request links themselves.',
  }),
} satisfies Group

export const login = {
  methods: textList({
    default: ['password'],
    typeName: 'list of login methods',
    doc: `Login methods that users may choose by the field \`method\` of the login request: ${LOGIN_METHODS.map((name) => `\`${name}\``).join(', ')}, or \`app:NAME\` for a method that an embedding app adds. Login pages offer them in this order.`,
    example: ['password', 'passkey'],
    check: (name) => (isLoginMethod(name) ? undefined : `is not one of ${METHOD_NAMES_IN_WORDS}`),
  }),
  maxFailures: integer({
    default: 10,
    min: 0,
    max: 1000,
    doc: 'Failed logins of one username from one network before the next attempt has to wait. The wait is 10 seconds and doubles with each further failure. A success, or a day without a failure, resets the count. Wrong codes of the second factor of one user are also counted over all networks, with the same waits for networks where the user has not logged in before. 0 disables the throttle.',
  }),
  maxFailuresPerNetwork: integer({
    default: 100,
    min: 1,
    max: 1_000_000,
    doc: 'The same limit for all usernames together from one network (an IPv4 address or an IPv6 /64). While it is blocked, only users who have logged in from there before can log in, and every failed attempt gets the same response, so that the response does not reveal who they are.',
  }),
  maxDelaySeconds: integer({
    default: 900,
    min: 10,
    max: 86_400,
    unit: 'seconds',
    doc: 'Maximum wait between two attempts.',
  }),
  ldap,
  passkey,
  oidc,
  code: loginCode,
  passwordLink,
  secondFactor,
  service,
} satisfies Group
