import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../src/index.ts'
import { compileStrictly } from '../../src/platform/http/endpoint/validation.ts'

// The service compiles a schema when the first request needs it.
test('the schemas of all endpoints can be compiled', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const service = await createService({ application: { dataDir }, apiDocs: { serve: 'always' } })
  const app = fastify({ http: service.http })
  onTestFinished(() => app.close())
  const compiled: string[] = []
  app.addHook('onRoute', ({ method, url, schema = {} }) => {
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      const found: unknown = schema[part]
      if (typeof found !== 'object' || found === null) continue
      compileStrictly(found)
      compiled.push(`${method} ${url} ${part}`)
    }
  })
  await app.register(service.plugin)
  await app.ready()
  expect(compiled.length).toBeGreaterThan(80)
  expect(compiled).toContain('POST /api/v1/login body')
})
