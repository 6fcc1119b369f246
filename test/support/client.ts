import { ADMIN_PASSWORD, CAPTCHA_TEXT, type TestService } from './service.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The raw body. */
  readonly text: string
  readonly body: Record<string, unknown>
}

/** Sends a request and parses the JSON response. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, body }
}

export function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export async function getCaptcha(base: string): Promise<string> {
  const { body } = await call(`${base}/getCaptcha`)
  return String(body.uuid)
}

/** Sends a login with a new captcha. The given fields replace the defaults. */
export async function tryLogin(base: string, fields: Record<string, unknown> = {}): Promise<Answer> {
  const uuid = await getCaptcha(base)
  const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT, ...fields }
  return call(`${base}/login`, postJson(body))
}

/** Logs in and returns the token, by default of the first admin. */
export async function login(base: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await tryLogin(base, fields)
  if (typeof body.token !== 'string') throw new Error(`login was refused: ${JSON.stringify(body)}`)
  return body.token
}

/** Creates a user with a new role, and logs in. */
export async function loginAs(
  { base, context }: Pick<TestService, 'base' | 'context'>,
  username: string,
  rules: readonly { method: string; path: string }[] = [],
  dataScope = '1',
): Promise<{ token: string; password: string; roleKey: string }> {
  const roleKey = `role-of-${username}`
  const password = `the password of ${username}`
  await context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope })
  await context.userAdministration.add({ username, password, roleKey })
  await context.policyAdministration.add(rules.map((rule) => ({ roleKey, ...rule })))
  return { token: await login(base, { username, password }), password, roleKey }
}

/** Returns the login log as the API lists it, the newest first. */
export async function readLoginLog(base: string, token: string): Promise<Record<string, unknown>[]> {
  const { body } = await call(`${base}/sys-login-log?pageSize=200`, bearer(token))
  const data = body.data as { list: Record<string, unknown>[] }
  return data.list
}
