import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SNIPPETS } from './snippets.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/how-to/protect-express-or-hono.md')
const codeUnder = (heading: string) =>
  guide.split(`## ${heading}\n`)[1]?.match(/```ts\n([\s\S]*?)```/)?.[1] ?? ''

/** Leaves out routes whose handlers the guide leaves to the reader, and uses a port that the service does not. */
function complete(code: string): string {
  const handlers = ['createOrder', 'listNews'].filter((name) => !code.includes(`const ${name} =`))
  const lines = code.split('\n').filter((line) => !handlers.some((name) => line.includes(name)))
  return lines.join('\n').replace('listen(8000', 'listen(3000')
}

test.each([
  ['Express', 'Express'],
  ['Hono', 'Hono'],
  ['node:http', 'Plain node:http'],
])('the snippet for %s is the code of the guide', (name, heading) => {
  const code = complete(codeUnder(heading))
  expect(code).toContain('protect(')
  expect(SNIPPETS.find((snippet) => snippet.name === name)?.code).toBe(code)
})

test('the snippet for the gateway is the settings file of the example, with a secret', () => {
  const { code } = SNIPPETS.find(({ name }) => name === 'Gateway') ?? {}
  const example = read('examples/orders-gateway/settings.yml')
  // The example gets the secret from a variable.
  expect(
    code
      ?.split('\n')
      .filter((line) => !/secret|verifies/i.test(line))
      .join('\n'),
  ).toBe(example)
})
