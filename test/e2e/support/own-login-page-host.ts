/** Runs the pages and routes of an example in its folder, with settings and a captcha text that the test knows. */
import { join } from 'node:path'
import { createService } from 'castellan'
import fastify from 'fastify'

const { TEST_SETTINGS = '{}', TEST_CAPTCHA = '', PORT = '0' } = process.env
const { pages } = await import(join(process.cwd(), 'pages.ts'))
const { orders } = await import(join(process.cwd(), 'orders.ts'))

const service = await createService(JSON.parse(TEST_SETTINGS), { captchaText: () => TEST_CAPTCHA })
const app = fastify({ http: service.http })
app.register(service.plugin)
app.register(service.protect(orders))
app.register(pages)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
console.log(await app.listen({ host: '127.0.0.1', port: Number(PORT) }))
