/**
 * Writes the documents that are made from the code. With `--check` it writes nothing and fails where one is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsExample } from '../src/settings/settings-example.ts'
import { settingsPage } from '../src/settings/settings-page.ts'

const documents: readonly (readonly [path: string, text: () => string])[] = [
  ['docs/settings.md', settingsPage],
  ['settings.example.yml', settingsExample],
]

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const checkOnly = process.argv.includes('--check')
for (const [path, text] of documents) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const wanted = text()
  if (contentOf(file) === wanted) continue
  if (checkOnly) {
    console.error(`${path} is stale. Fix: npm run docs`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, wanted)
    console.log(`wrote ${path}`)
  }
}
