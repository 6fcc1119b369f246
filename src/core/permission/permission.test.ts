import { describe, expect, test, vi } from 'vitest'
import { createExclusionList } from './exclusion-list.ts'
import { createPermission } from './permission.ts'
import { createPolicyIndex } from './policy-index.ts'

const editor = { roleKey: 'editor' }
const admin = { roleKey: 'admin' }
const exclusionList = createExclusionList([{ method: 'GET', path: '/api/v1/notice', reason: 'for tests' }])
const index = createPolicyIndex([
  { roleKey: 'editor', path: '/api/v1/post/:id', method: 'GET' },
  { roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' },
  { roleKey: 'editor', path: '/api/v1/notice', method: 'GET' },
])
const permission = createPermission({ exclusionList, policy: { current: () => index } })

describe('the permission check', () => {
  test('5a: the role key admin passes everywhere, and no other spelling of it', () => {
    expect(permission.mayCall(admin, '/anything', 'DELETE')).toBe(true)
    for (const roleKey of ['Admin', 'ADMIN', 'admin ', 'administrator', '']) {
      expect(permission.mayCall({ roleKey }, '/anything', 'DELETE')).toBe(false)
    }
  })

  test('5b: an endpoint on the exclusion list passes for every role', () => {
    expect(permission.mayCall({ roleKey: 'new' }, '/api/v1/user/profile', 'GET')).toBe(true)
    expect(permission.mayCall({ roleKey: 'new' }, '/api/v1/notice', 'GET')).toBe(true)
    expect(permission.mayCall({ roleKey: 'new' }, '/api/v1/notice', 'PUT')).toBe(false)
  })

  test('5d: otherwise the policy decides on role, path and method', () => {
    expect(permission.mayCall(editor, '/api/v1/post/7', 'PUT')).toBe(true)
    expect(permission.mayCall(editor, '/api/v1/post/7', 'DELETE')).toBe(false)
    expect(permission.mayCall(editor, '/api/v1/posts', 'PUT')).toBe(false)
    expect(permission.mayCall({ roleKey: 'reader' }, '/api/v1/post/7', 'PUT')).toBe(false)
  })

  test('HEAD is decided as GET, by the list and by the policy', () => {
    expect(permission.mayCall(editor, '/api/v1/post/7', 'HEAD')).toBe(true)
    expect(permission.mayCall({ roleKey: 'new' }, '/api/v1/notice', 'HEAD')).toBe(true)
    expect(permission.mayCall(editor, '/api/v1/login', 'HEAD')).toBe(false)
  })

  test.each(['OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'put', 'GET ', ''])(
    'a rule for another method does not allow %j',
    (method) => {
      expect(permission.mayCall(editor, '/api/v1/post/7', method)).toBe(false)
    },
  )

  test('every call uses the policy in force', () => {
    let current = index
    const permission = createPermission({ exclusionList, policy: { current: () => current } })
    expect(permission.mayCall(editor, '/api/v1/post/7', 'GET')).toBe(true)
    current = createPolicyIndex([])
    expect(permission.mayCall(editor, '/api/v1/post/7', 'GET')).toBe(false)
  })
})

describe('a call that cannot be decided is denied', () => {
  const fail = () => {
    throw new Error('no policy')
  }

  test('an error while reading the policy: denied and reported', () => {
    const onFault = vi.fn()
    const permission = createPermission({ exclusionList, policy: { current: fail }, onFault })
    expect(permission.mayCall(editor, '/api/v1/post/7', 'GET')).toBe(false)
    expect(onFault).toHaveBeenCalledExactlyOnceWith(new Error('no policy'))
    expect(permission.mayCall(admin, '/api/v1/post/7', 'GET')).toBe(true)
  })

  test('the policy or the exclusion list throws: denied', () => {
    const throwing = { ...index, allows: fail }
    const byPolicy = createPermission({ exclusionList, policy: { current: () => throwing } })
    expect(byPolicy.mayCall(editor, '/api/v1/post/7', 'GET')).toBe(false)
    const byList = createPermission({
      exclusionList: { ...exclusionList, has: fail },
      policy: { current: () => index },
    })
    expect(byList.mayCall(editor, '/api/v1/post/7', 'GET')).toBe(false)
  })
})

describe('explain', () => {
  test('returns the reason, in the order of the rules', () => {
    expect(permission.explain(admin, '/api/v1/notice', 'GET')).toBe('admin')
    expect(permission.explain(editor, '/api/v1/notice', 'HEAD')).toBe('excluded')
    expect(permission.explain(editor, '/api/v1/post/7', 'HEAD')).toEqual({
      roleKey: 'editor',
      path: '/api/v1/post/:id',
      method: 'GET',
    })
    expect(permission.explain(editor, '/api/v1/post', 'GET')).toBe('denied')
  })

  test('agrees with the check', () => {
    for (const identity of [admin, editor, { roleKey: 'reader' }]) {
      for (const path of ['/api/v1/post/7', '/api/v1/post', '/api/v1/notice', '/api/v1/login', '/', '']) {
        for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'TRACE']) {
          const allowed = permission.explain(identity, path, method) !== 'denied'
          expect(permission.mayCall(identity, path, method)).toBe(allowed)
        }
      }
    }
  })
})
