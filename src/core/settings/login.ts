import { isLoginMethod, LOGIN_METHODS, METHOD_NAMES_IN_WORDS } from '../../features/login-methods.ts'
import { DAY_IN_SECONDS } from '../../platform/runtime/time-units.ts'
import { textList } from '../../platform/settings/list-types.ts'
import { type Group, integer } from '../../platform/settings/setting.ts'

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
    max: DAY_IN_SECONDS,
    unit: 'seconds',
    doc: 'Maximum wait between two attempts.',
  }),
} satisfies Group
