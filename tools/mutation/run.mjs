// node tools/mutation/run.mjs [PART …]   runs the mutation tests, writes docs/contributing/mutation.md and reports/mutation-survivors.md
// node tools/mutation/run.mjs --page     writes both files from the last reports
// Fails if less than 90 % of the mutants of a part are killed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { installPackages } from '../install-packages.mjs'
import { summaryPage, survivorsPage } from './page.mjs'
import { PARTS } from './parts.mjs'
import { REASONS } from './reasons.mjs'

const MIN_PERCENT = 90
const STRYKER = 'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
const SUMMARY = 'docs/contributing/mutation.md'
const SURVIVORS = 'reports/mutation-survivors.md'

const args = process.argv.slice(2)
const parts = args.includes('--page') ? [] : args.length > 0 ? args : Object.keys(PARTS)
if (parts.length > 0) installPackages('mutation')
for (const part of parts) {
  const env = { ...process.env, MUTATION_PART: part }
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'tools/mutation/stryker.config.mjs'], {
    env,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

const isMeasured = (part) => existsSync(reportFile(part))
const reports = Object.keys(PARTS)
  .filter(isMeasured)
  .map((part) => ({ part, mutants: readMutants(part) }))
for (const { part, mutants } of reports) {
  const killed = mutants.filter(({ isKilled }) => isKilled).length
  const percent = (100 * killed) / mutants.length
  console.log(`${part}: ${killed} of ${mutants.length} killed, ${percent.toFixed(1)} %`)
  if (percent < MIN_PERCENT) process.exitCode = 1
}
mkdirSync('reports', { recursive: true })
writeFileSync(
  SUMMARY,
  summaryPage(
    reports,
    Object.keys(PARTS).filter((part) => !isMeasured(part)),
  ),
)
writeFileSync(SURVIVORS, survivorsPage(reports))

function reportFile(part) {
  return `coverage/mutation/${part}.json`
}

/** Returns the valid mutants of a part. A survivor has a reason if it is equivalent to the original code. */
function readMutants(part) {
  const { files } = JSON.parse(readFileSync(reportFile(part), 'utf8'))
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
      .map(({ status, location, replacement = '' }) => {
        const isKilled = status === 'Killed' || status === 'Timeout'
        return {
          isKilled,
          hasTimedOut: status === 'Timeout',
          location: `${file}:${location.start.line}`,
          original: textAt(lines, location),
          replacement,
          reason: isKilled ? undefined : findReason(file, lines, location, replacement),
        }
      })
  })
}

function findReason(file, lines, { start, end }, replacement) {
  const code = lines.slice(start.line - 1, end.line).join('\n')
  return REASONS.find(
    (entry) =>
      file.endsWith(entry.file) && code.includes(entry.code) && replacement.includes(entry.replacement ?? ''),
  )?.reason
}

function textAt(lines, { start, end }) {
  const covered = lines.slice(start.line - 1, end.line)
  covered[covered.length - 1] = covered.at(-1).slice(0, end.column - 1)
  covered[0] = covered[0].slice(start.column - 1)
  return covered.join('\n')
}
