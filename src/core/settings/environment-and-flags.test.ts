import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'
import { adminPasswordFrom, secretsInFlags } from './environment-and-flags.ts'

const { write, load, path, refusalOf } = settingsFolder()
const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'

describe('a value in a file', () => {
  test.each([SECRET, `${SECRET}\n`, `${SECRET}\r\n`])(
    'one line break at the end is removed: %j',
    (content) => {
      write('secret', content)
      expect(load({ env: { CASTELLAN_JWT_SECRET_FILE: 'secret' } }).settings.jwt.secret).toBe(SECRET)
      expect(load({ flags: ['jwt.secret=@secret'] }).settings.jwt.secret).toBe(SECRET)
      expect(load({ flags: [`jwt.secret=@${join(path(), 'secret')}`] }).settings.jwt.secret).toBe(SECRET)
    },
  )

  test('only one line break is removed, and no space', () => {
    write('name', ' a \n\n')
    expect(load({ flags: ['application.name=@name'] }).settings.application.name).toBe(' a \n')
  })

  test('it is converted to the type of the setting', () => {
    write('port', '9000\n')
    write('proxies', '10.0.0.1,::1\n')
    const { application } = load({
      env: { CASTELLAN_APPLICATION_PORT_FILE: 'port' },
      flags: ['application.trustProxy=@proxies'],
    }).settings
    expect(application).toMatchObject({ port: 9000, trustProxy: ['10.0.0.1', '::1'] })
  })

  test('@@ in a flag means a value that begins with @', () => {
    expect(load({ flags: ['application.name=@@home'] }).settings.application.name).toBe('@home')
  })

  test('an empty variable is refused, also beside the other form', () => {
    expect(refusalOf({ env: { CASTELLAN_JWT_SECRET_FILE: '' } })).toContain(
      'The variable CASTELLAN_JWT_SECRET_FILE is empty. Fix: set it or unset it',
    )
    write('secret', SECRET)
    const env = { CASTELLAN_JWT_SECRET: '', CASTELLAN_JWT_SECRET_FILE: 'secret' }
    expect(refusalOf({ env })).toContain('The variable CASTELLAN_JWT_SECRET is empty')
  })

  test.each([
    ['missing', 'the file does not exist. Fix: correct its path or its permissions'],
    ['folder', 'the file cannot be read (EISDIR)'],
    ['empty', 'the file is empty. Fix: write the value into it'],
    ['line-break', 'the file is empty'],
    ['large', 'the file is larger than 1 MB'],
    ['binary', 'the file is not UTF-8'],
    ['short', 'has 7 bytes, but needs at least 32'],
  ])('%s is refused', (name, problem) => {
    mkdirSync(join(path(), 'folder'))
    write('empty', '')
    write('line-break', '\n')
    write('large', 'x'.repeat(1024 * 1024 + 1))
    write('binary', new Uint8Array([0xff, 0xfe]))
    write('short', 'hunter2')
    const ofVariable = refusalOf({ env: { CASTELLAN_JWT_SECRET_FILE: name } })
    expect(ofVariable).toContain(`jwt.secret (file ${name} from variable CASTELLAN_JWT_SECRET_FILE)`)
    expect(ofVariable).toContain(problem)
    expect(ofVariable).not.toContain('hunter2')
    const ofFlag = refusalOf({ flags: [`jwt.secret=@${name}`] })
    expect(ofFlag).toContain(`jwt.secret (file ${name} from flag --set)`)
    expect(ofFlag).toContain(problem)
  })

  test('the message says what to write in the file', () => {
    write('port', 'eight')
    expect(refusalOf({ flags: ['application.port=@port'] })).toContain(
      'Fix: write for example 8000 in the file',
    )
  })

  test('NAME and NAME_FILE together are refused', () => {
    write('secret', SECRET)
    const env = { CASTELLAN_JWT_SECRET: SECRET, CASTELLAN_JWT_SECRET_FILE: 'secret' }
    expect(refusalOf({ env })).toBe(
      'The variables CASTELLAN_JWT_SECRET and CASTELLAN_JWT_SECRET_FILE are both set. Fix: unset one of them',
    )
  })

  test('the file of an unknown setting is refused', () => {
    expect(refusalOf({ env: { CASTELLAN_BANANA_FILE: 'secret' } })).toContain('is not a setting')
  })
})

describe('the password of the first admin', () => {
  test('comes from the variable or from the file', () => {
    write('password', 'correct horse\n')
    expect(adminPasswordFrom({}, path())).toBeUndefined()
    expect(adminPasswordFrom({ CASTELLAN_ADMIN_PASSWORD: 'a' }, path())).toBe('a')
    expect(adminPasswordFrom({ CASTELLAN_ADMIN_PASSWORD_FILE: 'password' }, path())).toBe('correct horse')
  })

  test('a missing file and both variables together are refused', () => {
    const env = { CASTELLAN_ADMIN_PASSWORD_FILE: 'missing' }
    expect(() => adminPasswordFrom(env, path())).toThrow('the file missing does not exist')
    expect(() => adminPasswordFrom({ ...env, CASTELLAN_ADMIN_PASSWORD: 'a' }, path())).toThrow('both set')
  })
})

test('secrets on the command line are found', () => {
  const flags = [
    'jwt.secret=a=b',
    'database.url=@/run/secrets/database-url',
    'redis.url=',
    'application.name=x',
    'jwt.secret',
  ]
  expect(secretsInFlags(flags)).toEqual(['jwt.secret'])
  expect(secretsInFlags(['jwt.secret=@@x'])).toEqual(['jwt.secret'])
  expect(secretsInFlags(['database.url=sqlite:data/x.db', 'redis.url=redis://redis:6379'])).toEqual([])
  expect(secretsInFlags(['redis.url=redis://:p@redis', 'database.url=mysql://u:p@db/x'])).toHaveLength(2)
})
