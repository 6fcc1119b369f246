import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { metricsUrlOf, sumOf } from '../support/metrics.ts'
import {
  castellan,
  refusedStart,
  type ServiceProcess,
  startProcess,
  temporaryFolder,
} from '../support/process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const running: ServiceProcess[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.end('SIGKILL')
  await folder.remove()
})

async function start(flags: string[], args: string[]): Promise<ServiceProcess> {
  const service = await startProcess(
    folder.path,
    flags,
    { CASTELLAN_ADMIN_PASSWORD: 'the admin of two processes' },
    args,
  )
  running.push(service)
  return service
}

interface Node {
  readonly name: string
  readonly version: number
  readonly lag: number
}

async function nodesOf({ base }: ServiceProcess, token: string): Promise<Node[]> {
  const { body } = await call(`${base}/cluster`, bearer(token))
  return (body.data as { nodes: Node[] }).nodes
}

describe('castellan serve --processes 2', () => {
  test('both share the port, and one that dies is replaced', async () => {
    const service = await start(
      ['application.mode=dev', 'rateLimit.perAddress=0', 'metrics.enabled=true', 'metrics.port=0'],
      ['--processes', '2'],
    )
    const { body } = await call(
      `${service.base}/login`,
      postJson({ username: 'admin', password: 'the admin of two processes' }),
    )
    const token = String(body.token)
    await expect.poll(async () => (await nodesOf(service, token)).length, { timeout: 120_000 }).toBe(2)
    const pids = (await nodesOf(service, token)).map(({ name }) => Number(name.split('/').at(-1)))
    expect(new Set(pids).size).toBe(2)

    const metrics = async () => (await fetch(metricsUrlOf(service.log()))).text()
    await eventually(async () => expect(sumOf(await metrics(), 'castellan_processes')).toBe(2))
    const logins = { name: 'castellan_logins_total', labels: { result: 'success' } }
    expect(sumOf(await metrics(), logins.name, logins.labels)).toBe(1)

    process.kill(Number(pids[0]), 'SIGKILL')
    await expect
      .poll(
        async () =>
          (await nodesOf(service, token)).some(({ name }) => !pids.some((pid) => name.endsWith(`/${pid}`))),
        {
          timeout: 120_000,
        },
      )
      .toBe(true)
    await eventually(async () => expect(sumOf(await metrics(), 'castellan_processes')).toBe(2))
    expect(sumOf(await metrics(), logins.name, logins.labels), 'whichever process has counted it').toBe(1)

    process.kill(Number(pids[1]), 'SIGSTOP')
    try {
      const notResponding = { status: 'not-responding' }
      await eventually(async () => {
        const text = await metrics()
        expect(sumOf(text, 'castellan_health', notResponding)).toBe(1)
        expect(sumOf(text, 'castellan_health', { status: 'up' })).toBe(1)
        expect(sumOf(text, 'castellan_processes')).toBe(1)
        expect(sumOf(text, logins.name, logins.labels)).toBe(1)
      })
    } finally {
      process.kill(Number(pids[1]), 'SIGCONT')
    }
    expect(await service.end('SIGTERM')).toBe(0)
    expect(service.log()).toContain(`process ${pids[0]} ended (SIGKILL)`)
  })

  test.each(['0', 'two', '1.5', '-1', '1000'])('--processes %s is refused in one line', async (count) => {
    const { code, errors } = await refusedStart(folder.path, ['--processes', count])
    expect(code).toBe(2)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain('--processes')
  })

  test('where one can not start, none stays', async () => {
    const { code, errors } = await castellan(folder.path, [
      'serve',
      ...[
        '--processes',
        '2',
        '--set',
        'permission.exclude=[{"method":"GET","path":"/api/v1/role","reason":"for tests"}]',
      ],
    ])
    expect(code).toBe(1)
    expect(errors).toContain('permission.exclude[0]')
  })
})

test('castellan cluster shows the nodes of the database; nodes with different keys are degraded', async () => {
  const other = await temporaryFolder()
  const database = `database.url=sqlite:${folder.path}/shared.db`
  const shown = async (...args: string[]): Promise<string> =>
    (await castellan(folder.path, ['cluster', '--set', database, ...args])).output
  const nodes = async (): Promise<{ keys: string; status: string }[]> =>
    JSON.parse(await shown('--json')).nodes
  try {
    // Each data folder has its own generated jwt.secret.
    await start([database], [])
    await eventually(async () => expect(await nodes()).toHaveLength(1))
    expect(await shown()).toMatch(
      /^version \d+\n\nNODE +VERSION +BEHIND +SEEN .*KEYS +STATUS\n\S+ .* [\da-f]{12} +up\n$/,
    )
    running.push(await startProcess(other.path, [database]))
    await eventually(async () =>
      expect((await nodes()).map(({ status }) => status)).toEqual(['degraded', 'degraded']),
    )
    expect(new Set((await nodes()).map(({ keys }) => keys)).size).toBe(2)
    expect(await shown()).toContain('Give all nodes the same jwt.secret and keys.')
    for (const service of running) {
      await eventually(async () => {
        const health = await fetch(`${service.base}/health`)
        expect(await health.json()).toMatchObject({ data: { status: 'degraded' } })
        expect(
          service.log().split('the keys of this node differ from those of the other nodes'),
        ).toHaveLength(2)
      })
    }
  } finally {
    for (const service of running.splice(0)) await service.end('SIGKILL')
    await other.remove()
  }
})
