import { expect, test } from 'vitest'
import { dnKey, escapedDnValue } from './distinguished-name.ts'

test.each([
  ['CN=Admins,OU=Groups,DC=example,DC=com', 'cn=admins, ou=groups, dc=Example, dc=com'],
  ['cn=Ops\\, Berlin,dc=example', 'cn=ops\\2C berlin,dc=example'],
  ['cn="Ops, Berlin",dc=example', 'cn=ops\\, berlin,dc=example'],
  ['cn=Müller,dc=example', 'cn=M\\C3\\BCller,dc=example'],
  ['uid=b+cn=a,dc=example', 'cn=a+uid=b,dc=example'],
  ['cn=a  b,dc=example', 'cn=a b;dc=example'],
  ['cn=a\\ ,dc=example', 'cn=a\\20,dc=example'],
  ['OID.2.5.4.3=a', '2.5.4.3=A'],
])('%s and %s are the same name', (one, other) => {
  expect(dnKey(one)).toBe(dnKey(other))
  expect(dnKey(one)).toBeDefined()
})

test.each([
  ['cn=a,dc=example', 'cn=a\\,dc=example'],
  ['cn=admins,dc=example', 'cn=admins,ou=x,dc=example'],
  ['cn=a+cn=b,dc=example', 'cn=a\\+cn=b,dc=example'],
  ['cn=a\\\\,dc=example', 'cn=a\\,dc=example'],
])('%s and %s are different names', (one, other) => {
  expect(dnKey(one)).not.toBe(dnKey(other))
})

test.each(['', ' ', 'admins', 'cn', '=a', 'cn=a,,dc=b', 'cn=a\\', 'cn=a,dc', 'x'.repeat(5000)])(
  '%j is not a distinguished name',
  (text) => {
    expect(dnKey(text)).toBeUndefined()
  },
)

test.each(['a,b', ' a', 'a ', '#a', 'a+b=c', 'a\\b', 'a"b', '<a;b>', 'a\0b', 'Müller'])(
  'the value %j keeps its meaning in a distinguished name',
  (value) => {
    expect(dnKey(`cn=${escapedDnValue(value)},dc=example`)).toBe(
      `cn=${escapedDnValue(value.toLowerCase())},dc=example`,
    )
  },
)
