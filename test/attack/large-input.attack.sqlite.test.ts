import { afterAll, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { addRole, dataOf, loginOperator, refusalOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService({ settings: { rateLimit: { perAddress: 0 } } })
afterAll(service.close)
const admin = await loginOperator(service.base)
await addRole(admin, 'clerk')

const importCsv = (csv: string) => admin.post('/policy/import', { csv })

test('a policy file with 7.9 million commas on a line is refused by the limit on the length of a line', async () => {
  const [code, msg] = refusalOf(await importCsv(`p, clerk, /a, GET\n${','.repeat(7_900_000)}`))
  expect(code).toBe(400)
  expect(msg).toContain('line 2: the line has more than 16384 characters')
})

test('a policy file with more than 100,000 rules is refused, and no rule is written', async () => {
  const [code, msg] = refusalOf(await importCsv('p, clerk, /many, GET\n'.repeat(100_001)))
  expect(code).toBe(400)
  expect(msg).toContain('line 100001: there are more than 100000 rules: split the file')
  expect(await dataOf(importCsv('p, clerk, /many, GET'))).toEqual({ added: 1, read: 1 })
})

test('other requests are handled while a large policy file is imported', async () => {
  const rules = Array.from({ length: 20_000 }, (_, i) => `p, clerk, /large/${i}, GET\n`)
  let isImported = false
  const imported = dataOf(importCsv(rules.join(''))).finally(() => {
    isImported = true
  })
  let handled = 0
  while (!isImported) {
    expect((await call(`${service.base}/health`)).status).toBe(200)
    handled++
  }
  expect(await imported).toEqual({ added: rules.length, read: rules.length })
  expect(handled).toBeGreaterThan(3)
})

test('a body with millions of values is refused before it is parsed', async () => {
  const [code, msg] = refusalOf(await admin.post('/policy', { rules: Array(600_000).fill({}) }))
  expect(code).toBe(400)
  expect(msg).toContain('more than 150,000 values')
})
