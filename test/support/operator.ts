import { type Answer, call, login } from './client.ts'
import { expectSuccess } from './expectations.ts'

/** A client that calls the management endpoints. */
export interface Operator {
  readonly token: string
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  remove(path: string, body?: unknown): Promise<Answer>
}

export function operatorWith(base: string, token: string): Operator {
  const send = (method: string, path: string, body?: unknown) =>
    call(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    token,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    remove: (path, body) => send('DELETE', path, body),
  }
}

/** Logs in, as the first admin unless other fields are given. */
export async function loginOperator(base: string, fields: Record<string, unknown> = {}): Promise<Operator> {
  return operatorWith(base, await login(base, fields))
}

export type Thing = Readonly<Record<string, unknown>>

/** Expects a success and returns its `data`. */
export async function dataOf<T = Thing>(answer: Promise<Answer>): Promise<T> {
  const settled = await answer
  expectSuccess(settled)
  return settled.body.data as T
}

export interface Listed {
  readonly list: readonly Thing[]
  readonly count: number
  readonly next?: string | null
}

export async function listOf(operator: Operator, path: string): Promise<readonly Thing[]> {
  return (await dataOf<Listed>(operator.get(path))).list
}

export interface Rule {
  readonly roleKey: string
  readonly method: string
  readonly path: string
}

/** Creates a role with rules, and with all data unless other fields are given. Returns its id. */
export async function addRole(
  operator: Operator,
  roleKey: string,
  rules: readonly Omit<Rule, 'roleKey'>[] = [],
  fields: Thing = {},
): Promise<number> {
  const role = await dataOf(operator.post('/role', { roleKey, roleName: roleKey, dataScope: '1', ...fields }))
  if (rules.length > 0)
    await dataOf(operator.post('/policy', { rules: rules.map((rule) => ({ roleKey, ...rule })) }))
  return Number(role.roleId)
}

/** Returns a password that satisfies every rule and differs for every user. */
export function passwordOf(username: string): string {
  return `velvet harbour of ${username}, 37 lanterns`
}

/** Creates a user with the password from `passwordOf`. Returns its id. */
export async function addUser(
  operator: Operator,
  username: string,
  roleId: number,
  fields: Thing = {},
): Promise<number> {
  const password = passwordOf(username)
  const user = await dataOf(operator.post('/sys-user', { username, password, roleId, ...fields }))
  return Number(user.userId)
}

/** Returns the code and message of a refusal. */
export function refusalOf({ body }: Answer): [code: unknown, msg: string] {
  return [body.code, String(body.msg)]
}
