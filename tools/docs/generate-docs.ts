/**
 * Writes the documents that are generated from the code. With `--check` it writes nothing and fails if one is out of
 * date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsExample, settingsPage } from '../../src/core/settings/generated-docs.ts'
import { commandsPage } from '../../src/service/cli/reference-page.ts'
import { areClientTypesUpToDate, generateClientTypes } from './client-types.ts'
import { metricsPage } from './metrics-page.ts'
import { refusalReasonsPage } from './refusal-reasons-page.ts'
import { removedHeadersPage } from './removed-headers-page.ts'
import { describeService } from './service-documents.ts'

const checkOnly = process.argv.includes('--check')
const { openapi, routesLock } = await describeService()

const documents: readonly (readonly [path: string, text: (current: string | undefined) => string])[] = [
  ['docs/reference/cli.md', commandsPage],
  ['docs/reference/settings.md', settingsPage],
  ['docs/reference/refusal-reasons.md', refusalReasonsPage],
  ['docs/reference/metrics.md', metricsPage],
  ['docs/reference/removed-headers.md', removedHeadersPage],
  ['docs/reference/openapi.json', () => openapi],
  ['docs/reference/routes.lock', () => routesLock],
  ['packages/client/src/openapi-types.ts', clientTypes],
  ['settings.example.yml', settingsExample],
]

function clientTypes(current = ''): string {
  if (areClientTypesUpToDate({ document: openapi, current })) return current
  return checkOnly ? '' : generateClientTypes(openapi)
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

for (const [path, text] of documents) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const current = readIfPresent(file)
  const expected = text(current)
  if (current === expected) continue
  if (checkOnly) {
    console.error(`${path} is out of date. Fix: npm run docs`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, expected)
    console.log(`wrote ${path}`)
  }
}
