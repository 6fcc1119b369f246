import { expect, test } from 'vitest'
import { changesOf } from './change-text.ts'

test.each([
  ['a change', { status: '2', revision: 1 }, { status: '1', revision: 2 }, 'status: enabled → disabled'],
  ['an emptied field', { email: 'a@b' }, { email: '' }, 'email: a@b → none'],
  [
    'rules',
    null,
    {
      rules: [
        { path: '/a', method: 'GET' },
        { path: '/b', method: '*' },
        { path: '/c', method: 'PUT' },
      ],
    },
    'rules: /a GET; /b *; and 1 more',
  ],
  ['a removed thing', { secretId: 3 }, null, 'secretId: 3'],
  ['a whole new thing', null, { a: 1, b: 2, c: 3, d: 4 }, ''],
  ['what somebody has changed in the database', 'not JSON', null, ''],
])('%s', (_, before, after, text) => {
  expect(changesOf({ before, after })).toBe(text)
})
