import { describe, expect, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'

const { refusalOf } = settingsFolder()

describe('an unknown key is refused with a suggestion', () => {
  test.each([
    ['aplication: {port: 1}', 'aplication', 'did you mean application?'],
    ['application: {prot: 1}', 'application.prot', 'did you mean application.port?'],
    ['application: {trustproxy: []}', 'application.trustproxy', 'did you mean application.trustProxy?'],
    ['port: 1', 'port', 'did you mean application.port?'],
    [
      'jwt: {banana: 1}',
      'jwt.banana',
      'use one of jwt.algorithm, jwt.secret, jwt.keys, jwt.timeout, jwt.issuer, jwt.cookie, jwt.queryToken',
    ],
    ['banana: 1', 'banana', 'use one of application, console'],
    ['database: {driver: mysql}', 'database.driver', 'write database.url'],
    ['gen: {}', 'gen', 'remove it; it is a setting of go-admin'],
    ['? "a\\nb"\n: 1', 'a…', 'remove it'],
    ['jwt: {secret:hunter2}', 'jwt.secret…', 'remove it'],
    ['jwt: {secret hunter2: 1}', 'jwt.secret…', 'remove it'],
  ])('in a file: %s', (file, key, fix) => {
    const refusal = refusalOf({ file })
    expect(refusal.startsWith(`${key} (settings.yml line 1) is not a setting. Fix: `)).toBe(true)
    expect(refusal).toContain(fix)
    expect(refusal).toMatch(/^.+$/)
    expect(refusal).not.toContain('hunter2')
  })

  test.each([
    [{ CASTELLAN_APPLICATION_TRUST_PROXY: '::1' }, 'did you mean CASTELLAN_APPLICATION_TRUSTPROXY?'],
    [{ CASTELLAN_ADMIN_PASWORD: 'hunter2' }, 'did you mean CASTELLAN_ADMIN_PASSWORD?'],
    [{ CASTELLAN_BANANA: 'x' }, 'The variable CASTELLAN_BANANA is not a setting. Fix: unset it'],
  ])('in a variable: %o', (env, message) => {
    expect(refusalOf({ env })).toContain(message)
  })

  test.each([
    ['jwt.secrt=hunter2', 'Fix: write --set jwt.secret=…'],
    ['settings.jwt.secret=hunter2', 'Fix: write --set jwt.secret=…'],
    [
      'jwt=hunter2',
      'set one of its keys: jwt.algorithm, jwt.secret, jwt.keys, jwt.timeout, jwt.issuer, jwt.cookie, jwt.queryToken',
    ],
    ['jwt.secret', 'jwt.secret (flag --set) has no value'],
    ['hunter2', 'has no key and value'],
    ['=hunter2', 'has no key and value'],
  ])('in a flag: %s', (flag, message) => {
    const refusal = refusalOf({ flags: [flag] })
    expect(refusal).toContain(message)
    expect(refusal).not.toContain('hunter2')
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    '%s is refused like any other unknown key',
    (name) => {
      const before = Object.getOwnPropertyNames(Object.prototype)
      expect(refusalOf({ file: `${name}: {polluted: 1}` })).toContain(
        `${name} (settings.yml line 1) is not a setting`,
      )
      expect(refusalOf({ file: `jwt: {${name}: {polluted: 1}}` })).toContain(
        `jwt.${name} (settings.yml line 1)`,
      )
      expect(refusalOf({ flags: [`${name}.polluted=1`] })).toContain(
        `${name}.polluted (flag --set) is not a setting`,
      )
      expect(refusalOf({ flags: [`${name}=1`] })).toContain(`${name} (flag --set) is not a setting`)
      expect(refusalOf({ flags: ['menus=[{"a":{"__proto__":{"polluted":1}}}]'] })).toContain('__proto__')
      expect('polluted' in {}).toBe(false)
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    },
  )
})
