import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as argon2Hash } from '@node-rs/argon2'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { castellan, folderWithSettings, startCommand, startProcess } from '../support/process.ts'

const PASSWORD = 'quiet river under nine bridges'
const MANY = 6000

// Processes take their time on a busy machine.

const folder = await folderWithSettings()
afterAll(folder.remove)
await castellan(folder.path, ['migrate'])
const argon2 = await argon2Hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 })
const bcrypt = await bcryptHash(PASSWORD, 4)
await run('role', 'add', 'clerk', '--name', 'Clerk')
await run('dept', 'add', 'Sales')

async function run(...args: string[]): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return output
}

async function fileOf(lines: readonly string[]): Promise<string> {
  const file = join(folder.path, 'users.csv')
  await writeFile(file, lines.join('\n'))
  return file
}

const importJson = async (file: string) => JSON.parse(await run('user', 'import', file, '--json'))

/** What the database says, asked beside whoever else uses it. */
function ask(sql: string): number {
  const database = new DatabaseSync(join(folder.path, 'data', 'castellan.db'))
  try {
    return Number(Object.values(database.prepare(sql).get() ?? {})[0])
  } finally {
    database.close()
  }
}

const userCount = () => ask('select count(*) from users')

test('a row whose username is the address of another row or user is named, and nothing is imported', async () => {
  const before = userCount()
  const file = await fileOf([
    'username,roleKey,passwordHash,email',
    `zoe,clerk,${bcrypt},yann@example.com`,
    `Yann@example.com,clerk,${bcrypt},yann@example.com`,
  ])
  const { code, errors } = await castellan(folder.path, ['user', 'import', file])
  expect(code).toBe(1)
  expect(errors).toContain('"Yann@example.com" cannot be the username of one user and the address of another')
  expect(userCount()).toBe(before)
})

describe('a good file', () => {
  test('its users can log in with the passwords they had; the same file again adds nobody', async () => {
    const file = await fileOf([
      'username,roleKey,passwordHash,nickName,status,pwdChangeDue,remark,deptId',
      `anna,clerk,"${argon2}",Anna,,,,`,
      `ben,clerk,${bcrypt},"Ben, ""the clerk""",enabled,true,"two words",1`,
      `cleo,clerk,${bcrypt.replace(/^\$2./, '$2y')},Cleo,disabled,false,=1+1,`,
    ])
    expect(await importJson(file)).toMatchObject({ added: 3, known: 0 })
    expect(await importJson(file)).toMatchObject({ added: 0, known: 3 })
    expect(JSON.parse(await run('user', 'show', 'ben', '--json'))).toMatchObject({
      nickName: 'Ben, "the clerk"',
      status: '2',
      pwdChangeDue: true,
      remark: 'two words',
      deptId: 1,
    })
    const service = await startProcess(folder.path, ['application.mode=dev'])
    const codeOf = async (username: string, password = PASSWORD) =>
      (await call(`${service.base}/login`, postJson({ username, password }))).body.code
    expect(await codeOf('anna')).toBe(200)
    expect(await codeOf('ben')).toBe(200)
    expect(await codeOf('cleo')).toBe(400)
    expect(await codeOf('anna', 'another password')).toBe(400)
    // The hash was made anew at the first login, and still is that of the same password.
    expect(await codeOf('anna')).toBe(200)
    await service.end('SIGTERM')
  })

  test('is in the audit log, with names and without hashes', async () => {
    const log = await run('audit-log', 'list', '--action', 'user.import', '--json')
    const [entry] = JSON.parse(log)
    expect(entry).toMatchObject({ source: 'command', target: '3 users', action: 'user.import' })
    expect(entry.after.users[0]).toEqual({
      username: 'anna',
      roleId: 2,
      roleKey: 'clerk',
      deptId: 0,
      status: '2',
    })
    expect(log).not.toMatch(/\$argon2|\$2[aby]\$/)
  })
})

describe('a file that is wrong anywhere', () => {
  test('a line for each problem, and nothing is written', async () => {
    const before = userCount()
    const file = await fileOf([
      'username,roleKey,passwordHash,status,deptId',
      `good,clerk,${bcrypt},,1`,
      `,clerk,${bcrypt},,`,
      `two,nobody,${bcrypt},,`,
      'three,clerk,plain text,,',
      `four,clerk,${bcrypt},maybe,`,
      `GOOD,clerk,${bcrypt},,`,
      `\u0430nna,clerk,${bcrypt},,`,
      `five,clerk,${bcrypt}`,
      'six,clerk,"$argon2id$v=19$m=99999999,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",,',
      `seven,clerk,${bcrypt},,9`,
      `eight,clerk,${bcrypt},,Sales`,
    ])
    const { code, output, errors } = await castellan(folder.path, ['user', 'import', file])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    const lines = errors.trim().split('\n')
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((line) => `line ${line}`),
      'error',
    ])
    expect(lines.at(-1)).toContain('nothing was imported: 10 problems')
    expect(lines.find((line) => line.startsWith('line 10'))).toMatch(
      /takes too much time or memory to verify\. Accepted: bcrypt with a cost of at most 13, or .* add them with a new password/,
    )
    expect(errors).not.toContain(bcrypt)
    expect(userCount()).toBe(before)
  })

  test.each([
    ['no such column', ['username,roleKey,passwordHash,shoeSize'], /"shoeSize"/],
    ['passwords in the clear', ['username,roleKey,password', 'a,clerk,secret'], /passwordHash/],
    ['a column missing', ['username,passwordHash'], /"roleKey" is missing/],
    ['a column twice', ['username,username,roleKey,passwordHash'], /twice/],
    ['nothing', [''], /empty/],
    ['a quote that is never closed', ['username,roleKey,passwordHash', '"x,clerk,y'], /line 2/],
  ])('%s', async (_, lines, problem) => {
    const { code, errors } = await castellan(folder.path, ['user', 'import', await fileOf(lines)])
    expect(code).toBe(1)
    expect(errors).toMatch(problem)
    expect(errors).not.toContain('secret')
  })

  test('that is not there', async () => {
    const { code, errors } = await castellan(folder.path, ['user', 'import', 'nowhere.csv'])
    expect(code).toBe(1)
    expect(errors).toContain('nowhere.csv')
  })
})

test(`an import of ${MANY} users that is killed in the middle goes on with the same file`, async () => {
  const file = join(folder.path, 'many.csv')
  const stream = createWriteStream(file)
  stream.write('username,roleKey,passwordHash\n')
  for (let i = 0; i < MANY; i++) stream.write(`many-${i},clerk,${bcrypt}\n`)
  stream.end()
  await once(stream, 'finish')
  const before = userCount()

  const child = startCommand(folder.path, ['user', 'import', file])
  const gone = once(child, 'exit')
  await expect.poll(userCount, { interval: 5, timeout: 120_000 }).toBeGreaterThan(before)
  child.kill('SIGKILL')
  await gone
  const left = userCount() - before
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(MANY)

  expect(await importJson(file)).toMatchObject({ added: MANY - left, known: left })
  expect(userCount()).toBe(before + MANY)
  expect(ask("select value from counters where id = 'users'")).toBe(before + MANY)
  expect(ask("select count(distinct username) from users where username like 'many-%'")).toBe(MANY)
  expect(await run('audit-log', 'verify')).toContain('intact')
})
