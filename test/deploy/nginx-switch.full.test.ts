import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { freePort } from '../support/servers/free-port.ts'
import { finish, spawnAsSystemd, stopDaemon } from './support/start-nginx.ts'

const site = await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'nginx', 'switch.conf'), 'utf8')

/** Starts a server that says who it is, and what it got. */
async function startServer(name: string): Promise<number> {
  const server = createServer((request, response) => {
    response.end(`${name} ${request.url} ${request.headers['x-forwarded-for']}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('nginx sends one path prefix after the other to the new service, and back', async ({ skip }) => {
  const nginx = await findOrInstall('nginx', 'nginx')
  if (!nginx) return skip('nginx is not installed here')
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const [castellan, old, port] = [await startServer('new'), await startServer('old'), await freePort()]
  const here = site
    .replaceAll(/^ {2}ssl_.*\n/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8000', `127.0.0.1:${castellan}`)
    .replace('127.0.0.1:8001', `127.0.0.1:${old}`)
  const [first, second, third, last] = [...here.matchAll(/^ {2}#~.*\n/gm)].map(([line]) => line)
  if (!first || !second || !third || !last) throw new Error('the file has no lines to switch')
  const pidFile = join(folder.path, 'nginx.pid')
  const main = join(folder.path, 'nginx.conf')
  await mkdir(join(folder.path, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder.path}/temp/${one};`,
  )
  await writeFile(
    main,
    `pid ${pidFile}; error_log ${folder.path}/error.log; events {}\nhttp { access_log off; ${temp.join(' ')} include ${folder.path}/switch.conf; }`,
  )
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { served: response.headers.get('x-served-by'), text: await response.text() }
  }
  const switched = async (...lines: readonly string[]) => {
    const text = lines.reduce((all, line) => all.replace(line, line.replace('#', '')), here)
    await writeFile(join(folder.path, 'switch.conf'), text)
  }
  const reload = async (): Promise<void> => finish(spawnAsSystemd(`${nginx} -c ${main} -s reload`))

  await switched()
  onTestFinished(() => stopDaemon(pidFile))
  await finish(spawnAsSystemd(`${nginx} -c ${main}`))
  await eventually(async () => expect((await get('/api/v1/login')).served).toBe('old_system'))

  await switched(first)
  await reload()
  await eventually(async () => expect((await get('/api/v1/login')).served).toBe('castellan'))
  expect((await get('/api/v1/login?a=%2F1')).text).toBe('new /api/v1/login?a=%2F1 127.0.0.1')
  expect((await get('/api/v1/user/profile')).served).toBe('castellan')
  for (const path of ['/api/v1/users', '/api/v1/login2', '/api/v1/sys-user/7', '/orders'])
    expect((await get(path)).text).toMatch(/^old /)

  await switched(first, second, third)
  await reload()
  await eventually(async () =>
    expect((await get('/api/v1/sys-user/7')).text).toBe('new /api/v1/sys-user/7 127.0.0.1'),
  )
  expect((await get('/api/v1/sys-users')).served).toBe('old_system')

  await switched(first, second, third, last)
  await reload()
  await eventually(async () => expect((await get('/orders')).served).toBe('castellan'))

  await switched()
  await reload()
  await eventually(async () => expect((await get('/api/v1/login')).served).toBe('old_system'))
})
