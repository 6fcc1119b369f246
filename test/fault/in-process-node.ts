import fastify from 'fastify'
import { createService, type SettingsInput } from '../../src/index.ts'
import { temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET } from '../support/service.ts'
import { onCleanUp } from './cleanup.ts'

/** A node in the test process, with a known captcha text. */
export interface InProcessNode {
  readonly name: string
  readonly base: string
}

export async function startInProcessNode(
  name: string,
  { databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string },
): Promise<InProcessNode> {
  const folder = await temporaryFolder()
  onCleanUp(folder.remove)
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  const settings: SettingsInput = {
    application: { dataDir: folder.path, trustProxy: ['127.0.0.1'] },
    database: { url: databaseUrl },
    redis: { url: redisUrl },
    jwt: { secret: SECRET },
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0 },
  }
  const service = await createService(settings, { captchaText: () => CAPTCHA_TEXT })
  const app = fastify()
  app.register(service.plugin)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onCleanUp(() => app.close())
  return { name, base: `${origin}/api/v1` }
}
