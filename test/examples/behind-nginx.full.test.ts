import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLES } from '../support/example-process.ts'
import { goProgram, pythonCommand } from '../support/language-programs.ts'
import { describeOrdersService } from './orders-service.ts'

describeOrdersService('Python', pythonCommand('orders-python', 'orders.py'), 0)
describeOrdersService('Flask', pythonCommand('orders-python', 'flask_app'), 0)
// uvicorn ends with the signal itself.
describeOrdersService('FastAPI', pythonCommand('orders-python', 'fastapi_app'), null)
describeOrdersService('Django', pythonCommand('orders-python', 'django_app'), 0)
describeOrdersService('Go', goProgram(join(EXAMPLES, 'orders-go')), 0)

const guide = readFileSync(join(EXAMPLES, '..', 'docs', 'how-to', 'guard-any-service.md'), 'utf8')

test('the guide shows the verification of the Python examples', () => {
  const [, shown = ''] = /```python\n(.*?)```/s.exec(guide) ?? []
  const program = readFileSync(join(EXAMPLES, 'orders-python', 'castellan_identity.py'), 'utf8')
  expect(shown).toContain('hmac.compare_digest')
  expect(program.replace(/^ {4}"""[\s\S]*?"""\n\n/gm, '')).toContain(shown)
})

test.each([
  ['Flask', 'orders-python/flask_app.py'],
  ['FastAPI', 'orders-python/fastapi_app.py'],
  ['Django', 'orders-python/django_app.py'],
  ['Go', 'orders-go/signature.go'],
  ['Java', 'orders-java/src/main/java/com/example/orders/CastellanIdentity.java'],
])('the guide shows where the example with %s takes method and path from', (name, file) => {
  const [, ...cells] =
    guide
      .split('\n')
      .find((line) => line.startsWith(`| ${name}`))
      ?.split(' | ') ?? []
  const code = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
  expect(code).toHaveLength(3)
  const program = readFileSync(join(EXAMPLES, file), 'utf8')
  for (const text of code) expect(program).toContain(text)
})
