import { expect, test } from 'vitest'
import type { Schemas } from '../../shell/api/client.ts'
import { foldFirstSteps } from './login-steps.ts'

const entry = (id: number, fields: Partial<Schemas['LoginLogEntry']>): Schemas['LoginLogEntry'] => ({
  id,
  username: 'anna',
  status: '2',
  ipaddr: '192.0.2.7',
  loginLocation: '',
  browser: '',
  os: '',
  platform: '',
  loginTime: '2026-01-31T12:00:00.000Z',
  remark: '',
  msg: '',
  reason: 'logged-in',
  method: 'password',
  loginKey: '',
  newNetwork: false,
  secondStep: '',
  ...fields,
})
const firstStep = (id: number, loginKey: string, secondStep: Schemas['LoginLogEntry']['secondStep']) =>
  entry(id, { loginKey, secondStep, status: '3', reason: 'second-factor-required' })
const pageOf = (...list: Schemas['LoginLogEntry'][]) => ({ list, count: 40, pageIndex: 1, pageSize: 20 })

test('a finished first step is part of the row of its second step, and the count stays', () => {
  const first = firstStep(3, 'a', 'finished')
  const wrong = entry(4, { loginKey: 'a', status: '1', reason: 'second-factor-wrong' })
  const second = entry(5, { loginKey: 'a' })
  const plain = entry(6, {})
  const { list, count } = foldFirstSteps(pageOf(plain, second, wrong, first))
  expect(list).toEqual([plain, { ...second, firstStep: first }, wrong])
  expect(count).toBe(40)
})

test('a first step without its second step on the page stays a row', () => {
  const list = [
    firstStep(1, 'a', 'unfinished'),
    firstStep(2, 'b', 'waiting'),
    firstStep(3, 'c', 'finished'),
    entry(4, { loginKey: 'd' }),
  ]
  expect(foldFirstSteps(pageOf(...list)).list).toEqual(list)
})
