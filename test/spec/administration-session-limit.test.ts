import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLoginLog, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const AT_ONCE = 20
const HOUR = 60 * 60 * 1000

describe.each(['end-oldest', 'refuse-new'] as const)('three sessions per user, then %s', (whenFull) => {
  let service: TestService
  let admin: Operator
  let roleId: number

  beforeAll(async () => {
    service = await startService({ settings: { session: { maxPerUser: 3, whenFull } } })
    admin = await loginOperator(service.base)
    roleId = await addRole(admin, 'clerk')
  })
  afterAll(() => service.close())

  const attempt = (username: string) => tryLogin(service.base, { username, password: passwordOf(username) })
  const again = (username: string) =>
    loginOperator(service.base, { username, password: passwordOf(username) })
  const countOf = async (username: string) => (await listOf(admin, `/session?username=${username}`)).length
  const isLive = async (operator: Operator) => (await operator.get('/getinfo')).body.code === 200

  test('a login beyond the limit', async () => {
    await addUser(admin, 'fourth', roleId)
    const three = [await again('fourth'), await again('fourth'), await again('fourth')]
    if (whenFull === 'end-oldest') {
      const fourth = await again('fourth')
      expect(await Promise.all([...three, fourth].map(isLive))).toEqual([false, true, true, true])
      const [oldest] = three
      expect((await oldest?.get('/getinfo'))?.body.msg).toMatch(/logged in elsewhere/)
    } else {
      const answer = await attempt('fourth')
      expect(refusalOf(answer)).toEqual([409, expect.stringContaining('limit reached (3)')])
      expect(await Promise.all(three.map(isLive))).toEqual([true, true, true])
      const [entry] = await readLoginLog(service.base, admin.token)
      expect(entry).toMatchObject({ username: 'fourth', status: '1', msg: answer.body.msg })
    }
    expect(await countOf('fourth')).toBe(3)
  })

  test('a wrong password does not reveal the limit and ends no session', async () => {
    await addUser(admin, 'guessed', roleId)
    const three = [await again('guessed'), await again('guessed'), await again('guessed')]
    const wrong = await tryLogin(service.base, { username: 'guessed', password: 'not this one at all' })
    expectRefused(wrong, 400)
    expect(await Promise.all(three.map(isLive))).toEqual([true, true, true])
  })

  test('logout and expiry free a session', async () => {
    await addUser(admin, 'room', roleId)
    const [first, second] = [await again('room'), await again('room'), await again('room')]
    expectSuccess(await first.post('/logout', {}))
    const fourth = await again('room')
    expect(await Promise.all([second, fourth].map(isLive))).toEqual([true, true])
  })

  test(`${AT_ONCE} logins at once never leave more than three`, async () => {
    await addUser(admin, 'crowd', roleId)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => attempt('crowd')))
    const tokens = answers.flatMap(({ body }) => (typeof body.token === 'string' ? [body.token] : []))
    expect(tokens).toHaveLength(whenFull === 'end-oldest' ? AT_ONCE : 3)
    const live = await Promise.all(tokens.map((token) => isLive(operatorWith(service.base, token))))
    expect(live.filter(Boolean)).toHaveLength(3)
    expect(await countOf('crowd')).toBe(3)
  })

  test('the limit applies to each user separately', async () => {
    await addUser(admin, 'alone', roleId)
    expect(await isLive(await again('alone'))).toBe(true)
  })

  test('expired sessions do not count', async () => {
    await addUser(admin, 'later', roleId)
    for (let i = 0; i < 3; i++) await again('later')
    service.advance(HOUR + 1000)
    admin = await loginOperator(service.base)
    const three = [await again('later'), await again('later'), await again('later')]
    expect(await Promise.all(three.map(isLive))).toEqual([true, true, true])
  })
})
