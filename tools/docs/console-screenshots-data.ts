import type { RunningConsole } from '../../test/e2e/support/console.ts'
import { call, postJson } from '../../test/support/client.ts'
import { CAPTCHA_TEXT } from '../../test/support/service.ts'

const HOUR_IN_MILLISECONDS = 60 * 60 * 1000
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
]

const roles = [
  { roleKey: 'auditor', roleName: 'Auditor', dataScope: '1', remark: 'Reads everything, changes nothing' },
  { roleKey: 'support', roleName: 'Support', dataScope: '3', remark: 'Helps users back in' },
  { roleKey: 'editor', roleName: 'Editor', dataScope: '4', remark: '' },
]

const rules = [
  ...[
    '/api/v1/sys-user',
    '/api/v1/sys-user/:id',
    '/api/v1/role',
    '/api/v1/role/:id',
    '/api/v1/policy',
    '/api/v1/session',
    '/api/v1/sys-login-log/*',
    '/api/v1/sys-login-log',
    '/api/v1/audit-log',
    '/api/v1/audit-log/*',
    '/api/v1/overview',
    '/api/v1/cluster',
  ].map((path) => ({ roleKey: 'auditor', method: 'GET', path })),
  { roleKey: 'support', method: 'GET', path: '/api/v1/sys-user' },
  { roleKey: 'support', method: '*', path: '/api/v1/sys-user/:id' },
  { roleKey: 'support', method: 'PUT', path: '/api/v1/sys-user/:id/password' },
  { roleKey: 'support', method: '*', path: '/api/v1/session/*' },
  { roleKey: 'support', method: 'GET', path: '/api/v1/session' },
  { roleKey: 'editor', method: '*', path: '/api/v1/article/*' },
  { roleKey: 'editor', method: 'GET', path: '/api/v1/sys-user/1' },
]

const people = [
  { username: 'amelie', nickName: 'Amélie Laurent', role: 'auditor', email: 'amelie@example.com' },
  { username: 'bastian', nickName: 'Bastian Vogel', role: 'support', email: 'bastian@example.com' },
  { username: 'chen.wei', nickName: '陈伟', role: 'editor', email: 'chen.wei@example.com' },
  {
    username: 'dolores',
    nickName: 'Dolores Ibarra',
    role: 'editor',
    email: 'dolores@example.com',
    status: '1',
  },
  {
    username: 'emeka',
    nickName: 'Emeka Okafor',
    role: 'support',
    email: 'emeka@example.com',
    pwdChangeDue: true,
  },
  { username: 'freya', nickName: 'Freya Lindqvist', role: 'auditor', email: 'freya@example.com' },
]

const DAY_IN_MILLISECONDS = 24 * HOUR_IN_MILLISECONDS
const programs = [
  { username: 'ci-deploy', role: 'editor', remark: 'Releases of the CI system', days: 90 },
  { username: 'nightly-export', role: 'auditor', remark: '', networks: ['10.20.0.0/16'] },
  { username: 'old-importer', role: 'editor', remark: 'Replaced', status: '1' },
]

/** Successful and failed logins per hour, with an attack at night. */
const SUCCEEDED = [1, 0, 0, 1, 0, 1, 2, 5, 8, 6, 4, 5, 3, 6, 5, 4, 3, 2, 1, 1, 0, 1, 2, 3]
const FAILED = [0, 0, 6, 9, 4, 0, 0, 1, 2, 1, 0, 1, 0, 2, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1]

/** Creates users, roles and a day of login attempts. */
export async function fillWithADay(running: RunningConsole): Promise<void> {
  const { asAdmin, base } = running
  const ids = new Map<string, number>()
  for (const role of roles) {
    const { data } = await asAdmin('POST', '/role', role)
    ids.set(role.roleKey, (data as { roleId: number }).roleId)
  }
  for (const { role, ...person } of people) {
    await asAdmin('POST', '/sys-user', {
      ...person,
      roleId: ids.get(role),
      password: passwordOf(person.username),
    })
  }
  await asAdmin('POST', '/policy', { rules })
  await addPrograms(running, ids)

  async function attempt(
    username: string,
    password: string,
    address: string,
    agent = AGENTS[0] ?? '',
  ): Promise<void> {
    const headers = { 'x-forwarded-for': address, 'user-agent': agent }
    const { body } = await call(`${base}/getCaptcha`, { headers })
    await call(
      `${base}/login`,
      postJson({ username, password, uuid: body.uuid, code: CAPTCHA_TEXT }, headers),
    )
  }

  const comers = people.filter(({ status }) => status === undefined)
  let turn = 0
  for (const [hour, succeeded] of SUCCEEDED.entries()) {
    for (let i = 0; i < succeeded; i++) {
      const { username } = comers[turn++ % comers.length] ?? { username: '' }
      await attempt(
        username,
        passwordOf(username),
        `192.0.2.${10 + (turn % 5)}`,
        AGENTS[turn % AGENTS.length],
      )
    }
    for (let i = 0; i < (FAILED[hour] ?? 0); i++) {
      const isNight = hour < 6
      const username = isNight
        ? (['root', 'admin1', 'test', 'oracle'][turn % 4] ?? '')
        : (comers[turn % comers.length]?.username ?? '')
      turn++
      await attempt(
        username,
        'a wrong guess',
        isNight ? `203.0.113.${60 + (turn % 3)}` : `192.0.2.${10 + (turn % 5)}`,
      )
    }
    running.advance(HOUR_IN_MILLISECONDS)
  }
}

/** Adds the service accounts. Those that are enabled log in once. */
async function addPrograms(running: RunningConsole, roleIds: ReadonlyMap<string, number>): Promise<void> {
  const { asAdmin, base } = running
  for (const { username, role, remark, days, networks = [], status } of programs) {
    const expiresAt =
      days === undefined ? null : new Date(running.now() + days * DAY_IN_MILLISECONDS).toISOString()
    const account = { username, roleId: roleIds.get(role), remark, expiresAt, networks }
    const { userId } = (await asAdmin('POST', '/service-account', account)).data as { userId: number }
    const { secret } = (await asAdmin('POST', `/service-account/${userId}/secret`)).data as { secret: string }
    const headers = { 'x-forwarded-for': '10.20.3.4', 'user-agent': 'curl/8.14.1' }
    if (status === undefined) {
      await call(`${base}/login`, postJson({ method: 'service', username, secret }, headers))
    } else await asAdmin('PUT', `/sys-user/${userId}/status`, { status })
  }
}

function passwordOf(username: string): string {
  return `the long pass phrase of ${username}`
}
