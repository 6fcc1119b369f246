import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../process.ts'
import { createContainerInstance, hasDockerEngine } from './container-server.ts'
import { postgresKind } from './postgres.ts'

/** A fake Docker CLI that records its calls and responds like an engine with a running container. */
const DOCKER = `#!/bin/sh
echo "$*" >>"$(dirname "$0")/calls"
case $1 in info) echo 28.2.2 ;; inspect) echo true ;; esac`

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  folder = await temporaryFolder()
  await writeFile(join(folder.path, 'docker'), DOCKER, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder.path}:${process.env.PATH}`)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await folder.remove()
})

async function calls(): Promise<string[]> {
  return (await readFile(join(folder.path, 'calls'), 'utf8')).trim().split('\n')
}

test('a container listens on the loopback address only, can be controlled, and is removed with its data', async () => {
  expect(await hasDockerEngine()).toBe(true)
  const instance = await createContainerInstance(
    postgresKind.container({ port: 25432, password: 'moat' }),
    25432,
  )
  await instance.start()
  expect(await instance.finalOutput()).toBeUndefined()
  await instance.pause()
  await instance.stop()
  await instance.start()
  await instance.remove()
  const [info, create = '', ...others] = await calls()
  const name = /--name (castellan-server-\w+)/.exec(create)?.[1]
  expect(info).toMatch(/^info /)
  expect(create).toMatch(
    /--publish 127\.0\.0\.1:25432:5432 .*--env POSTGRES_PASSWORD=moat .*postgres:17-alpine -c fsync=off/,
  )
  expect(others).toEqual([
    `start ${name}`,
    `inspect --format {{.State.Running}} ${name}`,
    `pause ${name}`,
    `unpause ${name}`,
    `stop ${name}`,
    `start ${name}`,
    `rm -f -v ${name}`,
  ])
})

test('without an engine the Docker CLI alone is not enough', async () => {
  await writeFile(join(folder.path, 'docker'), '#!/bin/sh\necho "Cannot connect to the daemon" >&2; exit 1')
  expect(await hasDockerEngine()).toBe(false)
})
