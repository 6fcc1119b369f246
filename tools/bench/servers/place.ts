import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { createBackup } from '../../../src/features/operation/backup/backup.ts'
import { createService } from '../../../src/index.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { openContext } from '../../../test/support/context.ts'
import { MAX_ROLES, makeRules, roleKeyOf } from '../rules.ts'

export const SECRET = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
export const USERNAME = 'somebody'
export const PASSWORD = 'a user without admin role'
const CAPTCHA_TEXT = 'ACE39'
const DATABASE = 'castellan.db'

/** A data folder with a policy, and a user who is not an admin and whose role has a share of the rules. */
export interface Place {
  readonly folder: string
  /** Values for `--set`. */
  readonly flags: readonly string[]
  readonly databaseUrl: string
  /** A token of that user. */
  readonly token: string
  /** A token of a user who reads pages of the console, of all data. */
  readonly readerToken: string
  remove(): Promise<void>
}

/** Additional rules of the user's role. */
const ALLOWED = [
  '/api/v1/exclusion',
  '/api/v1/role',
  '/api/v1/order/:id',
  '/api/v1/department-order/:id',
].map((path) => ({ roleKey: roleKeyOf(0), path, method: 'GET' }))
const READER = 'reader'
/** The rules of the user who reads pages. */
const READER_RULES = [
  '/api/v1/exclusion',
  '/api/v1/sys-user',
  '/api/v1/sys-user/:id',
  '/api/v1/session',
  '/api/v1/sys-login-log',
  '/api/v1/audit-log',
].map((path) => ({ roleKey: READER, path, method: 'GET' }))
/** The departments that are chosen for the role: none, unless a measurement adds them. */
const CHOSEN_DEPARTMENTS = '2'

export async function preparePlace(ruleCount: number): Promise<Place> {
  firstPlace ??= prepareFirst()
  const first = await firstPlace
  const folder = await newFolder()
  await copyFile(first.backup, join(folder, DATABASE))
  const databaseUrl = urlOf(folder)
  const { policyAdministration, close } = await openContext(databaseUrl)
  await policyAdministration.add([
    ...makeRules(Math.max(0, ruleCount - ALLOWED.length)),
    ...ALLOWED,
    ...READER_RULES,
  ])
  await close()
  return {
    folder,
    databaseUrl,
    token: first.token,
    readerToken: first.readerToken,
    flags: [
      `application.dataDir=${folder}`,
      'application.port=0',
      `jwt.secret=${SECRET}`,
      // High enough for the load generator, which is a single client.
      'rateLimit.perAddress=1000000',
      'rateLimit.total=1000000',
      'rateLimit.loginPerAddress=0',
    ],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Everything except the rules is created once and copied. */
let firstPlace: Promise<FirstPlace> | undefined

interface FirstPlace {
  readonly folder: string
  /** A backup of the database. SQLite may still write to the database itself after it was closed. */
  readonly backup: string
  readonly token: string
  readonly readerToken: string
}

export async function removeFirstPlace(): Promise<void> {
  const first = await firstPlace
  if (first) await rm(first.folder, { recursive: true, force: true })
}

async function prepareFirst(): Promise<FirstPlace> {
  const folder = await newFolder()
  const { roleAdministration, userAdministration, close } = await openContext(urlOf(folder))
  for (let role = 0; role < MAX_ROLES; role++) {
    const roleKey = roleKeyOf(role)
    await roleAdministration.add({ roleKey, roleName: roleKey, dataScope: CHOSEN_DEPARTMENTS })
  }
  await userAdministration.add({ username: USERNAME, password: PASSWORD, roleKey: roleKeyOf(0) })
  await roleAdministration.add({ roleKey: READER, roleName: READER, dataScope: '1' })
  await userAdministration.add({ username: READER, password: PASSWORD, roleKey: READER })
  await close()
  const token = await logIn(folder, USERNAME)
  const readerToken = await logIn(folder, READER)
  return { folder, backup: await backUp(folder), token, readerToken }
}

/** Returns a token from a login. */
export async function logIn(dataDir: string, username: string): Promise<string> {
  const service = await createService(
    { application: { dataDir }, jwt: { secret: SECRET } },
    { captchaText: () => CAPTCHA_TEXT },
  )
  const app = fastify()
  app.register(service.plugin)
  try {
    const { uuid } = (await app.inject('/api/v1/getCaptcha')).json()
    const payload = { username, password: PASSWORD, uuid, code: CAPTCHA_TEXT }
    const { token } = (await app.inject({ method: 'POST', url: '/api/v1/login', payload })).json()
    if (typeof token !== 'string') throw new Error('the login failed')
    return token
  } finally {
    await app.close()
  }
}

async function backUp(folder: string): Promise<string> {
  const backup = join(folder, 'backup.db')
  const { database, close } = await openDatabase(urlOf(folder))
  try {
    await createBackup(database, backup)
    return backup
  } finally {
    await close()
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'castellan-bench-'))
}

function urlOf(folder: string): string {
  return `sqlite:${join(folder, DATABASE)}`
}
