import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { isAlive } from './process-tree.ts'

const { postgres, mysql, redis } = inject('servers')

/** The processes and folder of a server, as printed by the program that owns it. */
interface ServerResources {
  readonly pids: readonly number[]
  readonly folder?: string
}

interface Ownership {
  readonly start: string
  readonly from: string
  readonly state: 'running' | 'paused'
}

function startOwner({ start, from, state }: Ownership): ChildProcess {
  const program = `import { ${start} } from ${JSON.stringify(new URL(from, import.meta.url).href)}
const server = await ${start}()
const pids = server.pids()
if (${state === 'paused'}) await server.pause()
console.log(JSON.stringify({ pids, folder: server.folder }))`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function resourcesOf({ stdout }: ChildProcess): Promise<ServerResources> {
  if (!stdout) throw new Error('the owner has no output')
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line)
  throw new Error('the owner started no server')
}

test.for([
  { start: 'startPostgres', from: './postgres.ts', url: postgres, state: 'running', signal: 'SIGKILL' },
  { start: 'startPostgres', from: './postgres.ts', url: postgres, state: 'paused', signal: 'SIGKILL' },
  { start: 'startMariadb', from: './mariadb.ts', url: mysql, state: 'running', signal: 'SIGKILL' },
  { start: 'startRedis', from: './redis.ts', url: redis, state: 'running', signal: 'SIGKILL' },
  { start: 'startRedis', from: './redis.ts', url: redis, state: 'paused', signal: 'SIGTERM' },
  { start: 'startRedis', from: './redis.ts', url: redis, state: 'running', signal: 'SIGINT' },
] as const)('$start: a $state server is removed when its owner ends by $signal', async (one, { skip }) => {
  skip(one.url === undefined, 'there is no such server')
  const owner = startOwner(one)
  const { pids, folder } = await resourcesOf(owner)
  owner.kill(one.signal)
  await once(owner, 'exit')
  await eventually(() => {
    expect(pids.filter(isAlive)).toEqual([])
    expect(folder !== undefined && existsSync(folder)).toBe(false)
  })
})
