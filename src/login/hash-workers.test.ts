import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createHashWorkers, type HashWorkers, type HashWorkersOptions } from './hash-workers.ts'

const ECHO = `parentPort.on('message', ({ password }) => parentPort.postMessage(password))`
const SILENT = `parentPort.on('message', () => {})`
const DYING = `parentPort.on('message', ({ password }) => {
  if (password === 'exit') process.exit(7)
  if (password === 'throw') throw new Error('thrown in the thread')
  if (password === 'memory') { const all = []; for (;;) all.push(new Array(1000).fill(all.length)) }
  parentPort.postMessage(password)
})`
const SLOW = `parentPort.on('message', ({ password }) => setTimeout(() => parentPort.postMessage(password), 100))`

const opened: HashWorkers[] = []
const started: Worker[] = []

/** Threads of our own making, so that they die and hang when the test wants them to. */
function workersBy(program: string, options: Partial<HashWorkersOptions> = {}): HashWorkers {
  const workers = createHashWorkers({
    threads: 1,
    ...options,
    start() {
      const worker = new Worker(
        `const { parentPort, threadId } = require('node:worker_threads'); ${program}`,
        {
          eval: true,
          resourceLimits: { maxOldGenerationSizeMb: 16 },
        },
      )
      started.push(worker)
      return worker
    },
  })
  opened.push(workers)
  return workers
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()))
  await Promise.all(opened.splice(0).map((workers) => workers.close()))
})

test('no thread runs before the first work, and one does all that comes one after another', async () => {
  const workers = workersBy(ECHO, { threads: 3 })
  expect(started).toHaveLength(0)
  for (const password of ['a', 'b', 'c']) expect(await workers.run({ password })).toBe(password)
  expect(started).toHaveLength(1)
})

test('what comes at once is spread over so many threads, and each answers in order', async () => {
  const workers = workersBy(ECHO, { threads: 2 })
  const passwords = ['a', 'b', 'c', 'd', 'e']
  expect(await Promise.all(passwords.map((password) => workers.run({ password })))).toEqual(passwords)
  expect(started).toHaveLength(2)
})

test('work ahead goes to the thread that was given its own first', async () => {
  const workers = workersBy(`parentPort.on('message', () => parentPort.postMessage(threadId))`, {
    threads: 2,
  })
  const [first, second] = [workers.run({ password: 'a' }), workers.run({ password: 'b' })]
  const [one, other] = [await first, await second]
  expect(one).not.toBe(other)
  // Both are idle; the one that got work longest ago gets it again, and with both at work, what comes next too.
  const underWay = ['c', 'd', 'e', 'f'].map((password) => workers.run({ password }))
  expect(await Promise.all(underWay)).toEqual([one, other, one, other])
})

test.each([
  ['exit', undefined],
  ['throw', { message: 'thrown in the thread' }],
  ['memory', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
])(
  'the death of a thread (%s) rejects what it had, and the next work starts a new one',
  async (death, cause) => {
    const workers = workersBy(DYING)
    expect(await workers.run({ password: 'a' })).toBe('a')
    const underWay = await Promise.allSettled([
      workers.run({ password: death }),
      workers.run({ password: 'secret' }),
    ])
    for (const outcome of underWay) {
      if (outcome.status !== 'rejected') throw new Error('it was answered')
      expect(outcome.reason.message).toMatch(/^a thread that hashes passwords ended \(\d+\)$/)
      if (cause) expect(outcome.reason.cause).toMatchObject(cause)
    }
    expect(await workers.run({ password: 'b' })).toBe('b')
    expect(started).toHaveLength(2)
  },
)

test('a thread that cannot be started rejects the work', async () => {
  const workers = createHashWorkers({ threads: 1, start: () => new Worker('/nowhere/worker.js') })
  await expect(workers.run({ password: 'a' })).rejects.toMatchObject({ cause: { code: 'MODULE_NOT_FOUND' } })
  await workers.close()
})

test('a thread without work ends, and is started again on demand', async () => {
  const workers = workersBy(ECHO, { idleSeconds: 0.05 })
  await workers.run({ password: 'a' })
  const [worker] = started
  if (worker) await once(worker, 'exit')
  expect(await workers.run({ password: 'b' })).toBe('b')
  expect(started).toHaveLength(2)
})

test('close finishes what is under way, ends the threads and refuses more', async () => {
  const workers = workersBy(SLOW, { threads: 2 })
  const underWay = ['a', 'b', 'c'].map((password) => workers.run({ password }))
  await workers.close()
  expect(await Promise.all(underWay)).toEqual(['a', 'b', 'c'])
  // A thread that has ended has no number any more.
  expect(started.map(({ threadId }) => threadId)).toEqual([-1, -1])
  await expect(workers.run({ password: 'd' })).rejects.toMatchObject({ reason: 'unavailable' })
  expect(started).toHaveLength(2)
  await workers.close()
})

test('close ends an idle thread, and has nothing to do where there is none', async () => {
  const workers = workersBy(ECHO)
  await workersBy(SILENT).close()
  await workers.run({ password: 'a' })
  await workers.close()
  expect(started.map(({ threadId }) => threadId)).toEqual([-1])
})

test('work keeps a process alive, and an idle thread does not', async () => {
  const program = `import { createHashWorkers } from './src/login/hash-workers.ts'
    console.log(await createHashWorkers({ threads: 1 }).run({ password: 'a' }))`
  const service = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../..', import.meta.url),
  })
  let output = ''
  service.stdout.on('data', (text) => {
    output += text
  })
  const [exitCode] = await once(service, 'close')
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^\$argon2id\$/)
})
