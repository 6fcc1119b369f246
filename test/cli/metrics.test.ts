import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { metricsUrlOf, sumOf } from '../support/metrics.ts'
import { castellan, folderWithSettings, startProcess } from '../support/process.ts'

const folder = await folderWithSettings()
const service = await startProcess(folder.path, ['metrics.enabled=true', 'metrics.port=0'])

afterAll(async () => {
  await service?.end('SIGKILL')
  await folder?.remove()
})

test('Prometheus gets the metrics from a listener of their own', async () => {
  const url = metricsUrlOf(service.log())
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(new URL(url).port).not.toBe(new URL(service.started.address).port)
  await fetch(`${service.base}/app-config`)
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(sumOf(text, 'castellan_processes')).toBe(1)
  expect(sumOf(text, 'castellan_http_requests_total', { route: '/api/v1/app-config', code: '200' })).toBe(1)
})

test('the service itself does not serve the metrics', async () => {
  const { headers } = await fetch(`${service.started.address}/metrics`)
  expect(headers.get('content-type')).not.toContain('version=0.0.4')
})

test('the listener serves nothing else', async () => {
  const { origin } = new URL(metricsUrlOf(service.log()))
  expect((await fetch(`${origin}/`)).status).toBe(404)
  expect((await fetch(`${origin}/login`)).status).toBe(404)
  const post = await fetch(`${origin}/metrics`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await fetch(`${origin}/metrics?x=1`)).status).toBe(200)
  const { status } = await fetch(`${origin}/metrics`, { headers: { 'x-long': 'x'.repeat(10_000) } })
  expect(status).toBe(431)
})

test('the listener serves nothing to a website whose name leads to it, and scrapes by private names', async () => {
  const { port } = new URL(metricsUrlOf(service.log()))
  const statusFor = async (host: string): Promise<[number | undefined, boolean]> => {
    const request = get({ host: '127.0.0.1', port, path: '/metrics', headers: { host }, agent: false })
    const [response] = await once(request, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return [response.statusCode, text.includes('castellan_')]
  }
  for (const host of [`evil.example:${port}`, 'localhost.evil.example', 'x@127.0.0.1'])
    expect(await statusFor(host)).toEqual([421, false])
  // As Prometheus names the nodes of deploy/: on the same machine, in Compose and in Kubernetes.
  for (const host of ['localhost', 'castellan-1', '10.0.0.7', 'castellan-0.castellan-nodes.castellan.svc'])
    expect(await statusFor(`${host}:${port}`)).toEqual([200, true])
})

test('a port in use is an error with the setting to change, with one and with several processes', async () => {
  const { port } = new URL(metricsUrlOf(service.log()))
  const sets = [
    'application.port=0',
    'metrics.enabled=true',
    `metrics.port=${port}`,
    'application.dataDir=other',
  ]
  const args = ['serve', ...sets.flatMap((set) => ['--set', set])]
  for (const more of [[], ['--processes', '2']]) {
    const { code, errors } = await castellan(folder.path, [...args, ...more])
    expect(code).toBe(1)
    expect(errors).toContain(`port ${port} on 127.0.0.1 is in use`)
    expect(errors).toContain(`--set metrics.port=${Number(port) + 1}`)
  }
})

test('connections that send nothing do not prevent scrapes', async () => {
  const url = metricsUrlOf(service.log())
  const idle: Socket[] = []
  try {
    for (let i = 0; i < 70; i++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      // The listener closes the oldest connections.
      socket.on('error', () => {})
      idle.push(socket)
      await once(socket, 'connect')
    }
    // A connection of its own: the listener may have closed the ones that fetch keeps.
    const request = get(url, { agent: false })
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    await once(response, 'end')
  } finally {
    for (const socket of idle) socket.destroy()
  }
})
