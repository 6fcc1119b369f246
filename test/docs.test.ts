import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = ['.', 'docs', 'docs/decisions', 'deploy'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test.each(pages)('%s: what it links to is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  const missing = links
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => !existsSync(join(root, dirname(page), target)))
  expect(missing).toEqual([])
})

test('the README shows the two commands, and the numbers in it are those of the package', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
  expect(readme).toContain(`Castellan ${version} listens on`)
})
