import { PREFIX } from '../http/route.ts'

/** The groups of operations, with their descriptions. */
export const TAGS = {
  login: 'Log in and out. A captcha is required unless the mode is `dev`.',
  'own account': 'The profile, password and menus of the caller.',
  users: 'Users and their status.',
  'service accounts': 'Users for programs, which log in with secrets.',
  'access requests': 'Roles for some hours that users have requested.',
  roles: 'Roles. A user has one role.',
  departments: 'Departments, on which the data scopes of users depend.',
  policy: 'The rules that allow a role to call a path with a method.',
  sessions: 'Who is logged in. Ending a session revokes its token on every node.',
  throttles: 'Logins that have to wait after too many failures.',
  'login log': 'All login attempts.',
  'audit log': 'All changes that operators have made.',
  confirmations: 'Changes that a second administrator has to confirm.',
  reports: 'What can be cleaned up: rules, roles and users.',
  events: 'What operators should know, such as repeated login failures and new admin rights.',
  service: 'State, routes and description of the service.',
} as const
type Tag = keyof typeof TAGS

/** How the paths of each group begin, after the prefix. */
const PATHS: Readonly<Record<Tag, readonly string[]>> = {
  login: ['login', 'logout', 'getCaptcha', 'captcha', 'forgotten-password', 'password-link'],
  'own account': ['user', 'getinfo', 'menurole', 'permission', 'data-scope'],
  users: ['sys-user'],
  'service accounts': ['service-account'],
  'access requests': ['access-request'],
  roles: ['role'],
  departments: ['dept', 'deptTree', 'data-scope/explain', 'data-scope/preview'],
  policy: ['policy', 'exclusion', 'refusal'],
  sessions: ['session'],
  throttles: ['throttle'],
  'login log': ['sys-login-log'],
  'audit log': ['audit-log'],
  confirmations: ['confirmation'],
  reports: ['report'],
  events: ['event'],
  service: [
    'health',
    'app-config',
    'jwks.json',
    'overview',
    'route',
    'cluster',
    'system',
    'openapi.json',
    'docs',
    'authorize',
  ],
}
/** The paths of `service` outside the prefix. */
const PROBES = ['/livez', '/readyz']

/** The longest first: `data-scope/explain` is not in the group of `data-scope`. */
const STARTS = Object.entries(PATHS)
  .flatMap(([tag, paths]) => paths.map((path) => ({ tag, start: `${PREFIX}/${path}/` })))
  .sort((one, other) => other.start.length - one.start.length)

/** Returns the group of the operations of a path. Throws for a path of no group. */
export function tagOf(path: string): string {
  if (PROBES.includes(path)) return 'service'
  const found = STARTS.find(({ start }) => `${path}/`.startsWith(start))
  if (!found) throw new Error(`the path ${path} is in no group of operations`)
  return found.tag
}
