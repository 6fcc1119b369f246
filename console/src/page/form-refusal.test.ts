import { expect, test } from 'vitest'
import { Refusal, type RefusalDetails, type RefusalReason } from '../../../src/refusal.ts'
import { problemOfRole } from '../../../src/role/role.ts'
import { createPasswordRules } from '../../../src/user/password-rules.ts'
import { problemOfDetails } from '../../../src/user/user.ts'
import { problemOfUsername } from '../../../src/user/username.ts'
import { RULE_WORDS } from '../permission/rule-form.tsx'
import { ROLE_WORDS } from '../role/role-form.tsx'
import { USER_WORDS } from '../user/user-form.tsx'
import { type FieldWords, fieldOf } from './form-refusal.ts'

const USER = ['username', 'password', 'roleId', 'nickName', 'email', 'phone', 'status', 'remark']
const ROLE = ['roleName', 'roleKey', 'dataScope', 'status', 'remark']
const RULE = ['roleKey', 'path', 'method']

function fieldsOf(reason: RefusalReason, details: RefusalDetails, fields: string[], words: FieldWords) {
  const refusal = new Refusal(reason, details)
  return [fieldOf(refusal.text('en'), fields, words), fieldOf(refusal.text('zh'), fields, words)]
}

const invalid = (problem: string | undefined): [RefusalReason, RefusalDetails] => [
  'invalid-parameters',
  { problem: problem ?? 'nothing is wrong' },
]
const password = createPasswordRules({ minLength: 15 })

test.each<[string, [RefusalReason, RefusalDetails], string[], FieldWords]>([
  ['username', invalid(problemOfUsername('')), USER, USER_WORDS],
  ['username', invalid(problemOfUsername(' a')), USER, USER_WORDS],
  ['username', ['username-taken', { name: 'bob' }], USER, USER_WORDS],
  ['password', invalid(password.problemOf('short')), USER, USER_WORDS],
  ['password', invalid(password.problemOf('bob-bob-bob-bob-bob', { username: 'bob' })), USER, USER_WORDS],
  ['email', invalid(problemOfDetails({ email: 'x'.repeat(300) })), USER, USER_WORDS],
  ['remark', invalid(problemOfDetails({ remark: '\n' })), USER, USER_WORDS],
  ['roleId', ['role-unknown', { role: '7' }], USER, USER_WORDS],
  ['roleKey', invalid(problemOfRole({ roleKey: ' ' })), ROLE, ROLE_WORDS],
  ['roleName', invalid(problemOfRole({ roleName: '' })), ROLE, ROLE_WORDS],
  ['roleKey', ['role-key-taken', { key: 'editor' }], ROLE, ROLE_WORDS],
  ['path', invalid('the path pattern "x" cannot be used: it must start with "/"'), RULE, RULE_WORDS],
  ['path', ['beyond-own-role', { excess: 'GET /x' }], RULE, RULE_WORDS],
  ['roleKey', ['role-unknown', { role: '"x"' }], RULE, RULE_WORDS],
])('%s: %j is shown at its field, in both languages', (field, [reason, details], fields, words) => {
  expect(fieldsOf(reason, details, fields, words)).toEqual([field, field])
})

test('a message about no field is shown above the form', () => {
  expect(fieldsOf('changed-meanwhile', {}, ROLE, ROLE_WORDS)).toEqual([undefined, undefined])
})
