import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { type Gateway, startGateway } from './support/gateway.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

let folder: string
let python: ChildProcess
let gateway: Gateway

/** Python's own file server, which speaks HTTP/1.0 and closes every connection. */
beforeAll(async () => {
  if (!hasPython) return
  folder = await mkdtemp(join(tmpdir(), 'castellan-python-'))
  await mkdir(join(folder, 'api/v1/files'), { recursive: true })
  await writeFile(join(folder, 'api/v1/files/large.bin'), Buffer.alloc(3_000_000, 7))
  await writeFile(join(folder, 'api/v1/files/a b.txt'), 'hello')
  python = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'], { cwd: folder })
  const port = await new Promise<string>((resolve, reject) => {
    python.once('exit', (code) => reject(new Error(`Python exited with ${code}`)))
    python.stdout?.on('data', (text) => {
      const [, found] = /port (\d+)/.exec(String(text)) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  gateway = await startGateway([{ prefix: '/api/v1/files', url: `http://127.0.0.1:${port}` }])
})

afterAll(async () => {
  await gateway?.close()
  python?.kill()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasPython)('a Python service behind the gateway serves files, also large ones', async () => {
  const { token } = gateway.admin
  const large = await fetch(`${gateway.base}/files/large.bin`, bearer(token))
  expect(Buffer.from(await large.arrayBuffer()).equals(Buffer.alloc(3_000_000, 7))).toBe(true)
  const text = await fetch(`${gateway.base}/files/a%20b.txt`, bearer(token))
  expect(await text.text()).toBe('hello')
  expect(text.headers.get('server')).toBeNull()
  const head = await fetch(`${gateway.base}/files/large.bin`, { ...bearer(token), method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('3000000')
  expect((await fetch(`${gateway.base}/files/none`, bearer(token))).status).toBe(404)
  expect((await call(`${gateway.base}/files/large.bin`)).body.code).toBe(401)
})
