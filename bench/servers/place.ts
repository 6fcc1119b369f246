import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { openCommandContext } from '../../src/cli/context.ts'
import { createService } from '../../src/index.ts'
import { MAX_ROLES, makeRules, roleKeyOf } from '../rules.ts'
import { CONTEXT_SETTINGS } from './context-settings.ts'

export const SECRET = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
export const USERNAME = 'somebody'
export const PASSWORD = 'somebody that is no admin'
const CAPTCHA_TEXT = 'ACE39'
const DATABASE = 'castellan.db'

/** A data folder with a policy, and a user who is no admin and whose role has its share of the rules. */
export interface Place {
  readonly folder: string
  /** As `--set` takes them. */
  readonly flags: readonly string[]
  readonly databaseUrl: string
  /** Of that user. */
  readonly token: string
  remove(): Promise<void>
}

/** What the user's role may call, beside its share of the rules. */
const ALLOWED = ['/api/v1/exclusion', '/api/v1/role', '/api/v1/order/:id'].map((path) => ({
  roleKey: roleKeyOf(0),
  path,
  method: 'GET',
}))

export async function preparePlace(ruleCount: number): Promise<Place> {
  firstPlace ??= prepareFirst()
  const first = await firstPlace
  const folder = await newFolder()
  await cp(first.folder, folder, { recursive: true })
  const databaseUrl = urlOf(folder)
  const { policyAdministration, close } = await openCommandContext(databaseUrl, CONTEXT_SETTINGS)
  await policyAdministration.add([...makeRules(Math.max(0, ruleCount - ALLOWED.length)), ...ALLOWED])
  await close()
  return {
    folder,
    databaseUrl,
    token: first.token,
    flags: [
      `application.dataDir=${folder}`,
      'application.port=0',
      `jwt.secret=${SECRET}`,
      // Counted, but never reached: the load generator is one client.
      'rateLimit.perAddress=1000000',
      'rateLimit.total=1000000',
      'rateLimit.loginPerAddress=0',
    ],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Everything but the rules is the same everywhere, and made once. */
let firstPlace: Promise<{ folder: string; token: string }> | undefined

export async function removeFirstPlace(): Promise<void> {
  const first = await firstPlace
  if (first) await rm(first.folder, { recursive: true, force: true })
}

async function prepareFirst(): Promise<{ folder: string; token: string }> {
  const folder = await newFolder()
  const { roleAdministration, userAdministration, close } = await openCommandContext(
    urlOf(folder),
    CONTEXT_SETTINGS,
  )
  for (let role = 0; role < MAX_ROLES; role++) {
    const roleKey = roleKeyOf(role)
    await roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '5' })
  }
  await userAdministration.add({ username: USERNAME, password: PASSWORD, roleKey: roleKeyOf(0) })
  await close()
  return { folder, token: await logIn(folder) }
}

/** Gets a token as everybody does. */
async function logIn(dataDir: string): Promise<string> {
  const service = await createService(
    { application: { dataDir }, jwt: { secret: SECRET } },
    { captchaText: () => CAPTCHA_TEXT },
  )
  const app = fastify()
  app.register(service.plugin)
  try {
    const { uuid } = (await app.inject('/api/v1/getCaptcha')).json()
    const payload = { username: USERNAME, password: PASSWORD, uuid, code: CAPTCHA_TEXT }
    const { token } = (await app.inject({ method: 'POST', url: '/api/v1/login', payload })).json()
    if (typeof token !== 'string') throw new Error('the bench cannot log in')
    return token
  } finally {
    await app.close()
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'castellan-bench-'))
}

function urlOf(folder: string): string {
  return `sqlite:${join(folder, DATABASE)}`
}
