import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const pages = [
  ...markdownFiles('.', false),
  ...markdownFiles('docs', true),
  ...markdownFiles('deploy', true),
  ...markdownFiles('examples', true),
  ...markdownFiles('packages/client', false),
]

function markdownFiles(folder: string, recursive: boolean): string[] {
  return readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Returns the text without code blocks, whose lines can look like headings and links. */
const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '')

/** Returns the anchor of a heading, as code hosts create it. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(page: string): Set<string> {
  return new Set((withoutCode(textOf(page)).match(/^#+ .+$/gm) ?? []).map(anchorOf))
}

test.each(pages)('%s: every link leads to a file and a heading that exist', (page) => {
  const links = [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const broken = links
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(file).has(anchor))
    })
  expect(broken).toEqual([])
})

test('every page of docs/ can be reached from docs/README.md or CONTRIBUTING.md', () => {
  const linked = new Set<string>()
  const follow = (page: string): void => {
    if (linked.has(page)) return
    linked.add(page)
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const file = join(dirname(page), target)
      if (!file.startsWith('docs/') || !existsSync(join(root, file))) continue
      if (file.endsWith('.md')) follow(file)
      else if (statSync(join(root, file)).isDirectory()) markdownFiles(file, false).map(follow)
    }
  }
  follow('docs/README.md')
  follow('CONTRIBUTING.md')
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([])
})

test('every decision record is cited in the code that obeys it, and every cited one exists', () => {
  const sources = ['src', 'packages/client/src', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  const cited = sources.flatMap((file) => textOf(file).match(/(?<=docs\/decisions\/)[\w-]+\.md/g) ?? [])
  expect([...new Set(cited)].sort()).toEqual(readdirSync(join(root, 'docs/decisions')).sort())
})

test('the README shows the two commands, and the numbers in it are those of the package', () => {
  const readme = textOf('README.md')
  const { version } = JSON.parse(textOf('package.json'))
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
  expect(readme).toContain(`Castellan ${version} listens on`)
  expect(readme).toContain(`npm install ../castellan/castellan-${version}.tgz`)
})

test('no page installs the package from a registry, where it does not exist', () => {
  const { version } = JSON.parse(textOf('package.json'))
  const installations = [...pages, 'examples/policy-as-code/.github/workflows/policy.yml'].flatMap((page) =>
    (textOf(page).match(/npm (?:install|i|add) .*castellan.*/g) ?? []).map((command) => ({ page, command })),
  )
  expect(installations.length).toBeGreaterThan(5)
  const files = [`/castellan-${version}.tgz`, `/castellan-client-${version}.tgz`, '/castellan-*.tgz']
  expect(installations.filter(({ command }) => !files.some((file) => command.includes(file)))).toEqual([])
})

test('every page with TypeScript says how to run it on Node 20', () => {
  const withTypeScript = pages.filter((page) => /^ *```ts$/m.test(textOf(page)))
  expect(withTypeScript.length).toBeGreaterThan(4)
  expect(withTypeScript.filter((page) => !textOf(page).includes('npx tsx '))).toEqual([])
})

test('texts for users do not cite the permission rules by number', () => {
  const sources = ['src', 'packages/client/src', 'console/src', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|json|yml|md)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  const withoutComments = (text: string): string => text.replaceAll(/\/\*.*?\*\/|\/\/ .*$/gms, '')
  const texts = [...pages, 'docs/reference/openapi.json', ...sources].filter(
    (file) => file !== 'docs/specification.md',
  )
  const citing = texts.filter((file) => /\b5[a-d]\b/.test(withoutComments(textOf(file))))
  expect(citing).toEqual([])
})
