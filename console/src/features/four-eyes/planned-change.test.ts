import { expect, test } from 'vitest'
import type { Schemas } from '../../shell/api/client.ts'
import { usersWithKnownPassword } from './planned-change.ts'

const known = (changes: Schemas['Confirmation']['changes'], reach?: Schemas['Reach']) =>
  usersWithKnownPassword({ changes, ...(reach && { reach }) })

test('whoever sets the password of another user knows it', () => {
  expect(known([{ action: 'user.password', targetId: 7, target: 'nora' }])).toEqual(['nora'])
  expect(known([{ action: 'user.update', targetId: 7, target: 'nora' }])).toEqual([])
})

test('a new user has a password that somebody knows, unless invited', () => {
  const user = {
    username: 'nora',
    enabled: true,
    scope: { kind: 'own' as const, count: 0, first: [] },
    email: 'nora@example.com',
    phone: '',
    loginMethods: [],
    hasSecondFactor: false,
    passkeys: 0,
    links: [],
  }
  const reachOf = (hasPassword: boolean): Schemas['Reach'] => ({
    users: [{ after: { ...user, hasPassword } }],
    roles: [],
  })
  const changes = [{ action: 'user.create', target: 'nora' }]
  expect(known(changes, reachOf(true))).toEqual(['nora'])
  expect(known([...changes, { action: 'user.invite', target: 'nora' }], reachOf(false))).toEqual([])
})
