import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveSettings } from '../../../src/core/settings/load-settings.ts'
import type { SettingsInput } from '../../../src/features/settings.ts'
import { createStandaloneService } from '../../../src/service/service.ts'
import { bearer, call, login, postJson } from '../../support/client.ts'
import { createLogLines } from '../../support/log-lines.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../../support/service.ts'

export interface Rule {
  readonly method: string
  readonly path: string
}

/** The standalone service with its console, after its first start. */
export interface RunningConsole {
  readonly origin: string
  readonly base: string
  readonly adminPassword: string
  readonly database: string
  /** Moves the service's clock forward. */
  advance(milliseconds: number): void
  /** Returns the time of the service's clock. */
  now(): number
  /** Creates a user, and for it a role with these rules. */
  addUser(
    username: string,
    rules?: readonly Rule[],
  ): Promise<{ username: string; password: string; roleKey: string }>
  /** Calls the service as the first admin. */
  asAdmin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  close(): Promise<void>
}

type Settings = Exclude<SettingsInput, { settings: unknown }>
/** The settings, or a function that returns them for the address of the console, which `application.publicUrl` needs. */
export type ConsoleSettings = Settings | ((publicUrl: string) => Promise<Settings>)

export async function startConsole(
  given: ConsoleSettings = {},
  agoMilliseconds = 0,
): Promise<RunningConsole> {
  const port = typeof given === 'function' ? await freePort() : 0
  // Passkeys need a domain.
  const publicUrl = `http://localhost:${port}`
  const settings = typeof given === 'function' ? await given(publicUrl) : given
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  let ahead = -agoMilliseconds
  const resolved = resolveSettings({
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0 },
    ...settings,
    application: { dataDir, ...settings.application },
  })
  const { logger } = createLogLines()
  const now = () => Date.now() + ahead
  const service = await createStandaloneService(resolved, { captchaText: () => CAPTCHA_TEXT, now, logger })
  const address = await service.app.listen({ host: '127.0.0.1', port })
  const origin = port === 0 ? address : publicUrl
  const base = `${address}/api/v1`
  let token: string | undefined

  async function asAdmin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    token ??= await login(base, { password: ADMIN_PASSWORD })
    const sent = body === undefined ? {} : postJson(body)
    const headers = { ...sent.headers, ...bearer(token).headers }
    const answer = (await call(`${base}${path}`, { ...sent, method, headers })).body
    if (answer.code !== 200) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`)
    return answer
  }

  return {
    origin,
    base,
    adminPassword: ADMIN_PASSWORD,
    database: join(dataDir, 'castellan.db'),
    asAdmin,
    now,
    advance(milliseconds) {
      ahead += milliseconds
      token = undefined
    },
    async addUser(username, rules = []) {
      const roleKey = `role-of-${username}`
      const password = `the long pass phrase of ${username}`
      const role = await asAdmin('POST', '/role', {
        roleKey,
        roleName: `Role of ${username}`,
        dataScope: '1',
      })
      const { roleId } = role.data as { roleId: number }
      await asAdmin('POST', '/sys-user', { username, password, roleId })
      if (rules.length > 0) {
        await asAdmin('POST', '/policy', { rules: rules.map((rule) => ({ roleKey, ...rule })) })
      }
      return { username, password, roleKey }
    },
    async close() {
      await service.app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
