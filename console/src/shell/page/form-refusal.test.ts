import { expect, test } from 'vitest'
import { createPasswordRules } from '../../../../src/core/password/password-rules.ts'
import { findRuleProblem } from '../../../../src/core/permission/policy-rule.ts'
import { problemOfRole } from '../../../../src/core/role/role.ts'
import { problemOfUsername } from '../../../../src/core/user/name/username.ts'
import { problemOfDetails } from '../../../../src/core/user/user.ts'
import {
  type InputProblem,
  InvalidParameters,
  Refusal,
  type RefusalReason,
} from '../../../../src/platform/refusal/refusal.ts'
import { OWN_PASSWORD_REASONS } from '../../features/password/own-password-form.tsx'
import { RULE_REASONS } from '../../features/permission/rule-form.tsx'
import { ROLE_REASONS } from '../../features/role/role-form.tsx'
import { USER_REASONS } from '../../features/user/user-form.tsx'
import { ApiError } from '../api/client.ts'
import { type FieldReasons, fieldErrorsOf } from './form-refusal.ts'

const USER = ['username', 'password', 'roleId', 'nickName', 'email', 'phone', 'status', 'remark']
const ROLE = ['roleName', 'roleKey', 'dataScope', 'status', 'remark']
const RULE = ['roleKey', 'path', 'method']
const OWN_PASSWORD = ['oldPassword', 'newPassword', 'repeated']

const password = createPasswordRules({ minLength: 15 })
const badRule = findRuleProblem({ path: 'x', method: 'GET' })

/** Returns what the service sends, as the client reads it. */
function received(refusal: Refusal): ApiError {
  const errors = refusal instanceof InvalidParameters ? refusal.errors('en') : []
  return new ApiError({ code: refusal.code, message: refusal.text('en'), reason: refusal.reason, errors })
}

const invalid = (problem: InputProblem | undefined) => new InvalidParameters(problem ?? { en: '', zh: '' })
const refused = (reason: RefusalReason) => new Refusal(reason)

test.each<[string, Refusal, string[], FieldReasons]>([
  ['username', invalid(problemOfUsername('')), USER, USER_REASONS],
  ['username', refused('username-taken'), USER, USER_REASONS],
  ['password', invalid(password.problemOf('short')), USER, USER_REASONS],
  ['email', invalid(problemOfDetails({ email: 'x'.repeat(300) })), USER, USER_REASONS],
  ['roleId', refused('role-unknown'), USER, USER_REASONS],
  ['roleId', refused('beyond-own-role'), USER, USER_REASONS],
  ['roleKey', invalid(problemOfRole({ roleKey: ' ' })), ROLE, ROLE_REASONS],
  ['roleName', invalid(problemOfRole({ roleName: '' })), ROLE, ROLE_REASONS],
  ['roleKey', refused('role-key-taken'), ROLE, ROLE_REASONS],
  ['dataScope', refused('beyond-own-role'), ROLE, ROLE_REASONS],
  ['path', invalid(badRule && { ...badRule, field: 'rules.0.path' }), RULE, RULE_REASONS],
  ['path', refused('beyond-own-role'), RULE, RULE_REASONS],
  ['roleKey', refused('role-unknown'), RULE, RULE_REASONS],
  ['oldPassword', refused('old-password-wrong'), OWN_PASSWORD, OWN_PASSWORD_REASONS],
])('%s: %s is shown at its field, without a prefix', (field, refusal, fields, reasons) => {
  const errors = fieldErrorsOf(received(refusal), fields, reasons)
  expect(errors).toEqual([{ field, message: expect.stringMatching(/\S/) }])
  expect(errors[0]?.message).not.toContain('Invalid parameters')
})

test.each([refused('changed-meanwhile'), invalid({ en: 'the body is empty.', zh: '' }), new Error('x')])(
  '%s is shown above the form',
  (error) => {
    const shown = error instanceof Refusal ? received(error) : error
    expect(fieldErrorsOf(shown, ROLE, ROLE_REASONS)).toEqual([])
  },
)
