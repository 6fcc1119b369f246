import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { headerOf } from '../support/jwt.ts'
import { FILE_SECRET, newPrivateKey, pemOf, putKeyFile } from '../support/key-files.ts'
import { castellan, folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'

const PASSWORD = 'the keeper of the castle'

/** Runs a command that must succeed, and reads the JSON that it prints. */
async function run(folder: string, args: string[], input = '') {
  const { code, output, errors } = await castellan(folder, ['key', ...args, '--json'], input)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

describe('beside a running service', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  let service: ServiceProcess
  beforeAll(async () => {
    folder = await folderWithSettings()
    service = await startProcess(folder.path, ['application.mode=dev'], {
      CASTELLAN_ADMIN_PASSWORD: PASSWORD,
    })
  })
  afterAll(async () => {
    await service.end('SIGTERM')
    await folder.remove()
  })

  const key = (...args: string[]) => run(folder.path, args)
  const logIn = async (): Promise<string> => {
    const { body } = await call(`${service.base}/login`, postJson({ username: 'admin', password: PASSWORD }))
    return String(body.token)
  }
  const codeOf = async (token: string) => (await call(`${service.base}/getinfo`, bearer(token))).body.code
  const published = async () => (await call(`${service.base}/jwks.json`)).body.keys
  const kidOfNewToken = async () => headerOf(await logIn()).kid

  test('rotate: published first, then signing; nobody is logged out; removed, its tokens are dead', async () => {
    const old = await logIn()
    expect(headerOf(old)).toEqual({ alg: 'HS256', typ: 'JWT' })
    const made = await key('rotate', '--algorithm', 'EdDSA', '--lead', '2')
    expect(made).toMatchObject({
      algorithm: 'EdDSA',
      state: 'next',
      publicJwk: { kty: 'OKP', kid: made.kid },
    })
    await eventually(async () => expect(await published()).toEqual([made.publicJwk]))
    await expect.poll(kidOfNewToken, { timeout: 120_000 }).toBe(made.kid)
    expect(await codeOf(old)).toBe(200)
    const token = await logIn()
    expect(await codeOf(token)).toBe(200)

    const next = await key('rotate', '--algorithm', 'HS256', '--lead', '0')
    await eventually(async () => expect(await kidOfNewToken()).toBe(next.kid))
    expect([await codeOf(old), await codeOf(token)]).toEqual([200, 200])
    const refusal = await castellan(folder.path, ['key', 'remove', made.kid, '--set', 'application.mode=dev'])
    expect(refusal).toMatchObject({ code: 1, errors: expect.stringContaining('--yes') })
    await key('remove', made.kid, '--yes')
    await eventually(async () => expect(await codeOf(token)).toBe(401))
    expect(await codeOf(old)).toBe(200)
    expect(await published()).toEqual([])
  })

  test('rotate --compromised: every older token is dead, and login goes on', async () => {
    const old = await logIn()
    const made = await key('rotate', '--compromised', '--algorithm', 'ES256')
    expect(made.state).toBe('signing')
    await eventually(async () => expect(await codeOf(old)).toBe(401))
    const token = await logIn()
    expect(headerOf(token)).toMatchObject({ alg: 'ES256', kid: made.kid })
    expect(await codeOf(token)).toBe(200)
  })

  test('a node with another key folder is named until it has the new key', async () => {
    const other = await folderWithSettings()
    const env = {
      CASTELLAN_DATABASE_URL: `sqlite:${join(folder.path, 'data', 'castellan.db')}`,
      CASTELLAN_JWT_SECRET_FILE: join(folder.path, 'data', 'jwt.secret'),
    }
    const node = await startProcess(other.path, ['application.mode=dev'], env)
    onTestFinished(async () => {
      await node.end('SIGTERM')
      await other.remove()
    })
    const toUpdate = async () => (await key('rotate', '--compromised')).nodesToUpdate
    const hasPid = (pid: number) => expect.stringMatching(new RegExp(`/${pid}$`))
    await expect.poll(toUpdate, { timeout: 120_000 }).toEqual([hasPid(node.pid)])

    const { output } = await castellan(folder.path, ['key', 'rotate', '--lead', '0'])
    expect(output).toMatch(
      /\nnot applied by .*\nBefore the key signs, copy the file to the key folder of every node /,
    )
    await node.end('SIGTERM')
    const shared = ['application.mode=dev', `jwt.keys=${join(folder.path, 'data', 'keys')}`]
    const updated = await startProcess(other.path, shared, env)
    onTestFinished(async () => {
      await updated.end('SIGTERM')
    })
    await expect.poll(toUpdate, { timeout: 120_000 }).not.toContainEqual(hasPid(updated.pid))
  })
})

describe('alone', () => {
  let folder: Awaited<ReturnType<typeof folderWithSettings>>
  beforeEach(async () => {
    folder = await folderWithSettings()
  })
  afterEach(() => folder.remove())
  const key = (...args: string[]) => castellan(folder.path, ['key', ...args])
  const files = async (...at: string[]) =>
    (await readdir(join(folder.path, ...at))).filter((name) => name !== 'settings.yml')

  test('list: for people and as JSON, and nothing of a key but its public half', async () => {
    expect((await key('list')).output).toMatch(
      /^KEY +ALGORITHM +STATE +SIGNS FROM +ACCEPTED UNTIL\njwt\.secret +HS256 +signing/,
    )
    const { kid, file } = await run(folder.path, ['rotate', '--algorithm', 'RS256'])
    const { output } = await key('list')
    expect(output).toMatch(
      new RegExp(`\n${kid} +RS256 +next +20\\d\\d-.*Z\njwt\\.secret +HS256 +signing +20\\d\\d-.*Z\n$`),
    )
    const json = await run(folder.path, ['list'])
    expect(json).toMatchObject([
      { kid, state: 'next', file },
      { kid: null, state: 'signing' },
    ])
    const [, line = ''] = (await readFile(file, 'utf8')).split('-----\n')
    expect(JSON.stringify(json)).not.toContain(line.slice(60, 100))
  })

  test('keys are changed although the database does not respond, and the command says so', async () => {
    const unreachable = 'postgres://castellan@127.0.0.1:1/castellan'
    const settings = { database: { url: unreachable }, jwt: { secret: FILE_SECRET } }
    await writeFile(join(folder.path, 'settings.yml'), JSON.stringify(settings), { mode: 0o600 })
    const { code, output } = await key('rotate')
    expect(code).toBe(0)
    expect(output).toMatch(
      /\nthe nodes cannot be read: .*ECONNREFUSED.*\nBefore the key signs, copy the file/,
    )
    expect(await files('data', 'keys')).toHaveLength(1)
  })

  test('rotate tells people what happens when', async () => {
    const { output } = await key('rotate', '--algorithm', 'EdDSA', '--overlap', '60')
    expect(output).toMatch(
      /^key \d{8}-[\da-f]{10} \(EdDSA\) signs from .*Z\nwrote .*\.pem\naccepted beside it: jwt\.secret until .*Z\n$/,
    )
    expect((await stat(join(folder.path, 'data', 'keys'))).mode & 0o777).toBe(0o700)
  })

  test('the algorithm and the folder of the settings are used', async () => {
    const { algorithm, file } = await run(folder.path, [
      'rotate',
      '--set',
      'jwt.algorithm=ES256',
      '--set',
      'jwt.keys=k',
    ])
    expect(algorithm).toBe('ES256')
    expect(file).toBe(join(folder.path, 'k', String((await files('k'))[0])))
  })

  test('rotate keeps the algorithm of the key that signs, whatever the settings say', async () => {
    await run(folder.path, ['rotate', '--algorithm', 'ES256', '--lead', '0'])
    expect(await run(folder.path, ['rotate', '--lead', '0'])).toMatchObject({
      algorithm: 'ES256',
      state: 'signing',
    })
    expect(await run(folder.path, ['rotate', '--set', 'jwt.algorithm=EdDSA'])).toMatchObject({
      algorithm: 'ES256',
      state: 'next',
    })
    expect(await run(folder.path, ['rotate', '--compromised', '--algorithm', 'HS256'])).toMatchObject({
      algorithm: 'HS256',
    })
  })

  test('add: a key of your own from a file, a secret from standard input', async () => {
    await writeFile(join(folder.path, 'mine.pem'), pemOf(newPrivateKey.ES256()))
    expect(await run(folder.path, ['add', 'mine.pem', '--kid', 'mine', '--lead', '0'])).toMatchObject({
      kid: 'mine',
      algorithm: 'ES256',
      state: 'signing',
    })
    expect(await run(folder.path, ['add', '-', '--kid', 'shared'], FILE_SECRET)).toMatchObject({
      algorithm: 'HS256',
    })
    expect((await files('data', 'keys')).sort()).toEqual(['mine.pem', 'shared.secret'])
  })

  test.each([
    [
      'a lead that is not a number',
      2,
      ['rotate', '--lead', 'soon'],
      /--lead takes a whole number of seconds/,
    ],
    ['a negative overlap', 2, ['rotate', '--overlap', '-1'], /--overlap takes a whole number/],
    ['an unknown key', 1, ['remove', 'nobody'], /key nobody does not exist/],
    ['a path', 1, ['remove', '../../settings'], /does not exist/],
    ['the secret of the settings', 1, ['remove', 'jwt.secret'], /is a setting/],
    ['a file that is not there', 1, ['add', 'nowhere.pem'], /nowhere\.pem/],
    ['a bad name', 1, ['add', '/dev/null', '--kid', '../x'], /not a key id/],
  ])('%s: one line that says so, and nothing is written', async (_, exitCode, args, line) => {
    const { code, output, errors } = await key(...args)
    expect({ code, output }).toEqual({ code: exitCode, output: '' })
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toMatch(line)
    expect(await files()).toEqual([])
  })

  test.each([['rotate', '--algorithm', 'none'], ['rotate', '--compromised', '--lead', '5'], ['rotat']])(
    'wrong use is told with a hint at the help: %s %s',
    async (...args) => {
      const { code, errors } = await key(...args)
      expect(code).toBe(2)
      expect(errors).toContain('--help')
      expect(await files()).toEqual([])
    },
  )

  test.each(['list', 'rotate', 'add', 'remove'])('castellan key %s --help', async (command) => {
    const { code, output } = await key(command, '--help')
    expect(code).toBe(0)
    for (const option of ['Usage: castellan key', '--config', '--set', '--json'])
      expect(output).toContain(option)
  })

  test('a key file that others may read: the service does not start, and says which file and what to do', async () => {
    const path = putKeyFile(join(folder.path, 'data', 'keys'), 'a.pem', pemOf(newPrivateKey.EdDSA()), 0o640)
    const { code, errors } = await castellan(folder.path, ['serve'])
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain(`run "chmod 600 ${path}"`)
  })

  // Nothing is unreadable to root.
  test.skipIf(process.getuid?.() === 0)(
    'a file and a folder that this user may not read stop the start',
    async () => {
      const keys = join(folder.path, 'data', 'keys')
      await mkdir(keys, { recursive: true, mode: 0o700 })
      await chmod(putKeyFile(keys, 'a.pem', pemOf(newPrivateKey.EdDSA())), 0o000)
      expect((await castellan(folder.path, ['serve'])).errors).toMatch(/a\.pem cannot be read by this user/)
      await chmod(keys, 0o000)
      expect((await castellan(folder.path, ['serve'])).errors).toMatch(/keys cannot be read by this user/)
      await chmod(keys, 0o700)
    },
  )

  test('several processes that start at once make one key, and each takes the tokens of the others', async () => {
    const service = await startProcess(
      folder.path,
      ['application.mode=dev', 'jwt.algorithm=EdDSA'],
      { CASTELLAN_ADMIN_PASSWORD: PASSWORD },
      ['--processes', '3'],
    )
    try {
      expect(await files('data', 'keys')).toHaveLength(1)
      const { body } = await call(
        `${service.base}/login`,
        postJson({ username: 'admin', password: PASSWORD }),
      )
      const answers = await Promise.all(
        Array.from({ length: 30 }, () =>
          call(`${service.base}/getinfo`, {
            headers: { authorization: `Bearer ${body.token}`, connection: 'close' },
          }),
        ),
      )
      expect(new Set(answers.map((answer) => answer.body.code))).toEqual(new Set([200]))
    } finally {
      await service.end('SIGTERM')
    }
  })
})
