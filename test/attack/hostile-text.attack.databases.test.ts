import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { afterAll, describe, expect, test } from 'vitest'
import { readUserCsv } from '../../src/features/policy/user-import/user-csv.ts'
import { csvLine } from '../../src/platform/csv/csv-writer.ts'
import { addRole, dataOf, type Listed, loginOperator } from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const BCRYPT = '$2b$04$abcdefghijklmnopqrstuuMLL5BxAXnyZ4q8G1uOg3HZDGb4xvJ3K'

const target = await startTarget({ settings: { application: { mode: 'dev' } } })
afterAll(target.close)
const admin = await loginOperator(target.base)
await addRole(admin, 'clerk')

const TEXTS = [
  ...naughtyStrings,
  // Words that programs mistake for values.
  ...[
    'undefined',
    'null',
    'NULL',
    '(null)',
    'nil',
    'true',
    'false',
    'None',
    'hasOwnProperty',
    '__proto__',
    'constructor',
  ],
  ...[
    'then',
    '\\',
    '\\\\',
    '0',
    '1',
    '-1',
    '1.00',
    '1/0',
    '1E+02',
    '0x0',
    '0xffffffff',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
  ],
  ...['1,000.00', '١٢٣', '9223372036854775808', '123456789012345678901234567890', '０１２', '१२३', '௧'],
  // Quotes, separators and control characters.
  ...[
    "'",
    '"',
    "''",
    '""',
    "'\"'",
    '`',
    ',',
    ';',
    ",./;'[]\\-=",
    '<>?:"{}|_+',
    '!@#$%^&*()`~',
    '"a""b"',
    'a\r\nb',
    'a\tb',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\u0001\u0002\u0003',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u1680',
    '\u2028',
    '\u2029',
    '\u3000',
    '\ufeff',
  ],
  ...[
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\u00ad',
    '\u202e\u202dtest',
    '\u2066test\u2069',
    '\ufffe',
    '\uffff',
    '\u{e0001}',
  ],
  // Scripts, combining characters and emoji.
  ...[
    'Ω≈ç√∫˜µ≤≥÷',
    'åß∂ƒ©˙∆˚¬…æ',
    '田中さんにあげて下さい',
    '社會科學院語學研究所',
    '사회과학원',
    'הָיְתָה',
    'الكل في المجمو عة',
    '﷽',
  ],
  ...[
    'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤ ̖t̝͕̳̣̻̪͞h̼͓̲̦̳̘̲e͇̣̰̦̬͎ ̢̼̻̱̘h͚͎͙̜̣̲ͅi̦̲̣̰̤v̻͍e̺̭̳̪̰-m̢iͅn̖̺̞̲̯̰d̵̼̟͙̩̼̘̳',
    'ÅÅ',
    'ﬀ',
    'ｔｅｓｔ',
    '𝐓𝐡𝐞',
    '😀',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🇺🇸',
    'İi̇ıI',
    'ß',
    'ẞ',
  ],
  // SQL.
  ...[
    "1'; drop table users--",
    "' or '1'='1",
    "' or 1=1 -- 1",
    '"; drop table users; --',
    "admin'--",
    "' union select * from users--",
  ],
  ...[
    '%',
    '_',
    '%_%',
    "\\'; select 1",
    '$1',
    '?',
    ':name',
    "'; attach database 'x' as y; --",
    '/* comment */',
    "x' and sleep(10)#",
  ],
  // Markup, formulas, templates and commands.
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '<![CDATA[',
    '&lt;b&gt;',
    '<!--',
  ],
  ...[
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(1)',
    '=HYPERLINK("http://x")',
    '\t=1',
    "'=1",
    '{{7*7}}',
    '$\u007b7*7}',
    '#{7*7}',
    '%s%n%x',
    '$(touch x)',
  ],
  ...[
    '`touch x`',
    '; ls',
    '| ls',
    '../../etc/passwd',
    '/dev/null',
    'C:\\CON',
    'file:///etc/passwd',
    '() { :; }; echo',
    '%00',
    '%0d%0aSet-Cookie: a=b',
  ],
]

/** Returns all users, page by page. */
const usersById = async () => {
  const users: Listed['list'][number][] = []
  for (let page = 1; ; page++) {
    const { list } = await dataOf<Listed>(
      admin.get(`/sys-user?pageSize=200&pageIndex=${page}&orderBy=userId`),
    )
    users.push(...list)
    if (list.length < 200) return users
  }
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

describe('a file of users with hostile texts', () => {
  test('each row is imported exactly as written, or refused with a reason', async () => {
    const lines = TEXTS.map((text, i) => [`${i}${text}`, 'clerk', BCRYPT, text, text])
    const file = [['username', 'roleKey', 'passwordHash', 'nickName', 'remark'], ...lines]
    // Written by hand: an export would escape formulas.
    const quoted = file.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
    let refused = 0
    const written = new Map<string, string>()
    for await (const row of readUserCsv(chunksOf(`${quoted.join('\r\n')}\r\n`))) {
      if ('problem' in row) {
        expect(row.problem).not.toBe('')
        refused++
        continue
      }
      await target.context.userAdministration.importMany([row.user])
      written.set(row.user.username, row.user.remark ?? '')
    }
    expect(refused + written.size).toBe(TEXTS.length)
    expect(written.size).toBeGreaterThan(50)
    const stored = new Map((await usersById()).map(({ username, remark }) => [username, remark]))
    for (const [username, remark] of written) expect(stored.get(username)).toBe(remark)
    expect(stored.size).toBe(written.size + 1)
  })

  test('as a role they name no role, and nothing is written', async () => {
    const before = (await usersById()).length
    for (const [i, roleKey] of TEXTS.entries()) {
      const user = { username: `role-${i}`, roleKey, passwordHash: BCRYPT }
      await expect(target.context.userAdministration.importMany([user])).rejects.toMatchObject({
        reason: 'role-unknown',
      })
    }
    expect((await usersById()).length).toBe(before)
  })

  test('an export of them has no formula, and can be read', async () => {
    const text = TEXTS.map((field) => csvLine(['x', field])).join('')
    for (const field of text.split('\r\n').map((line) => line.slice(2))) {
      expect(field.replace(/^"/, '')).not.toMatch(/^[=+@-]/)
    }
  })
})
