import { afterAll, describe, expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, passwordOf, refusalOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')
await addUser(admin, 'paul.ober', roleId)
await addUser(admin, 'müller', roleId)
const other = await addUser(admin, 'other', roleId)

const create = (username: string) =>
  admin.post('/sys-user', { username, password: passwordOf('somebody else'), roleId })

describe('a username that equals or resembles an existing one is refused', () => {
  test.each([
    ['the same', 'paul.ober'],
    ['in capitals', 'PAUL.OBER'],
    ['with a Cyrillic а', 'p\u0430ul.ober'],
    ['with a Greek ο', 'paul.\u03BFber'],
    ['in full width', 'ｐａｕｌ．ｏｂｅｒ'],
    ['with mathematical letters', '\u{1D429}aul.ober'],
    ['decomposed', 'mu\u0308ller'],
    ['the admin, with a Cyrillic а', '\u0430dmin'],
    ['the admin, in capitals', 'ADMIN'],
  ])('%s', async (_, username) => {
    const [code, msg] = refusalOf(await create(username))
    expect(code).toBe(409)
    expect(msg).toContain(`"${username}"`)
    expectRefused(await admin.put(`/sys-user/${other}`, { username }), 409)
    expect(await dataOf(admin.get(`/sys-user/${other}`))).toMatchObject({ username: 'other', revision: 1 })
  })

  test('a user can change the letter case of their own username', async () => {
    expect(await dataOf(admin.put(`/sys-user/${other}`, { username: 'Other' }))).toMatchObject({
      username: 'Other',
    })
    expectSuccess(await admin.put(`/sys-user/${other}`, { username: 'other' }))
  })
})

describe('an invalid name is refused, and the message names the field', () => {
  test.each([
    ['nothing', ''],
    ['65 characters', 'x'.repeat(65)],
    ['a line break', 'a\nb'],
    ['NUL', 'a\0b'],
    ['an escape', 'a\u001B[2J'],
    ['a zero-width space', 'a\u200Bb'],
    ['a right-to-left override', 'a\u202Eb'],
    ['a line separator', 'a\u2028b'],
    ['a lone surrogate', 'a\uD800'],
    ['leading space', ' a'],
    ['only a space', ' '],
    ['only a combining accent', '\u0301'],
  ])('%s', async (_, username) => {
    for (const answer of [await create(username), await admin.put(`/sys-user/${other}`, { username })]) {
      const [code, msg] = refusalOf(answer)
      expect(code).toBe(400)
      expect(msg).toMatch(/username/)
      expect(msg).not.toMatch(/\p{C}/u)
    }
  })

  test.each([
    ['nickName', 256],
    ['email', 256],
    ['phone', 65],
    ['remark', 1025],
  ])('%s of %i characters, or with a control character', async (field, length) => {
    for (const value of ['x'.repeat(length), 'a\u0007b', 'a\uDC00', 5, null, ['x']]) {
      const [code, msg] = refusalOf(await admin.put(`/sys-user/${other}`, { [field]: value }))
      expect(code).toBe(400)
      expect(msg).toContain(field)
    }
    expectSuccess(await admin.put(`/sys-user/${other}`, { [field]: 'x'.repeat(length - 1) }))
  })
})

describe('names in any script are accepted', () => {
  test.each([
    'y'.repeat(64),
    '王小明',
    'Ольга',
    "o'neill",
    'a b',
    '🐢'.repeat(64),
    'x" OR 1=1 --',
    '__proto__',
  ])('%s', async (username) => {
    const user = await dataOf(create(username))
    expect(user).toMatchObject({ username })
    const login = await tryLogin(service.base, { username, password: passwordOf('somebody else') })
    expectSuccess(login)
  })

  test('usernames are unique regardless of letter case, and login needs the stored spelling', async () => {
    const credentials = { password: passwordOf('paul.ober') }
    expectSuccess(await tryLogin(service.base, { username: 'paul.ober', ...credentials }))
    expectRefused(await tryLogin(service.base, { username: 'PAUL.OBER', ...credentials }), 400)
  })
})
