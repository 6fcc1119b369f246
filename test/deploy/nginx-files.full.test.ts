import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { freePort } from '../support/servers/free-port.ts'
import { commandsOf, sectionOf } from '../support/shell-blocks.ts'
import { startStandalone } from '../support/standalone.ts'
import { finish, spawnAsSystemd, stopDaemon } from './support/start-nginx.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

test('nginx waits longer for Castellan than the 15 seconds between two heartbeats of an event stream', async () => {
  const site = await readFile(join(root, 'deploy/nginx/castellan.conf'), 'utf8')
  const withLimit = site
    .split(/^ {2}location /m)
    .filter((location) => location.includes('proxy_read_timeout'))
  expect(withLimit.map((location) => location.split(' {')[0])).toEqual(['= /castellan-authorize'])
})

test('nginx closes idle connections before the services of usual frameworks do', async () => {
  const site = await readFile(join(root, 'deploy/nginx/castellan.conf'), 'utf8')
  const [, orders = ''] = /^upstream orders \{$(.*?)^\}$/ms.exec(site) ?? []
  const [, seconds] = /^ {2}keepalive_timeout (\d+)s;$/m.exec(orders) ?? []
  // Gunicorn after 2 seconds, Node and Uvicorn after 5. nginx does not repeat a POST on another connection.
  expect(Number(seconds)).toBeLessThan(2)
})

test('the commands to try it on one machine start nginx', async ({ skip }) => {
  const nginx = await findOrInstall('nginx', 'nginx')
  if (!nginx) return skip('nginx is not installed here')
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const node = await startStandalone({ application: { trustProxy: ['127.0.0.1'] } })
  onTestFinished(node.close)
  const ports = [await freePort(), await freePort()]
  await mkdir(join(folder.path, 'deploy', 'nginx'), { recursive: true })
  for (const path of ['deploy/nginx/nginx.conf', 'deploy/nginx/castellan.conf']) {
    const content = await readFile(join(root, path), 'utf8')
    const withPort = content.replaceAll(/:8000\b/g, `:${new URL(node.origin).port}`)
    await writeFile(join(folder.path, path), withPort.replaceAll('/tmp', folder.path))
  }
  const page = await readFile(join(root, 'docs', 'how-to', 'guard-any-service.md'), 'utf8')
  for (const { command, output } of commandsOf(sectionOf(page, '## Try it on one machine'))) {
    const here = command
      .replaceAll('/tmp', folder.path)
      .replaceAll('8080', String(ports[0]))
      .replaceAll('8081', String(ports[1]))
    if (here.startsWith('nginx ')) {
      onTestFinished(() => stopDaemon(join(folder.path, 'nginx.pid')))
      await finish(spawnAsSystemd(here.replace('nginx', nginx)))
    } else {
      const { stdout } = await run('bash', ['-euc', here], { cwd: folder.path })
      expect(stdout, command).toBe(output ?? '')
    }
  }
})
