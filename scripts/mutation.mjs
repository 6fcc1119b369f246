// npm run test:mutation [-- part …]: mutates each part, then writes docs/mutation.md; with `-- --page` it writes that page alone.
// Fails where less than 90 % of the mutants of a part are killed, or where one survives that `mutation-reasons.mjs` gives no
// reason for.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mutationPage } from './mutation-page.mjs'
import { PARTS } from './mutation-parts.mjs'
import { REASONS } from './mutation-reasons.mjs'

const LEAST_PERCENT = 90
const PAGE = 'docs/mutation.md'

const asked = process.argv.slice(2)
const isPageAlone = asked.includes('--page')
const named = asked.length > 0 ? asked : Object.keys(PARTS)
for (const part of isPageAlone ? [] : named) {
  const env = { ...process.env, MUTATION_PART: part }
  const { status } = spawnSync('npx', ['stryker', 'run'], { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const isMeasured = (part) => existsSync(`coverage/mutation/${part}.json`)
const reports = Object.keys(PARTS)
  .filter(isMeasured)
  .map((part) => ({ part, mutants: mutantsOf(part) }))
const missing = Object.keys(PARTS).filter((part) => !isMeasured(part))
let isGood = true

for (const { part, mutants } of reports) {
  const killed = mutants.filter(({ isKilled }) => isKilled).length
  const percent = (100 * killed) / mutants.length
  console.log(`${part}: ${killed} of ${mutants.length} killed, ${percent.toFixed(1)} %`)
  if (percent < LEAST_PERCENT) isGood = false
}
for (const { where, was, became, reason } of reports.flatMap(({ mutants }) => mutants)) {
  if (reason !== '') continue
  console.error(`survives without a reason: ${where}: ${was} -> ${became}`)
  isGood = false
}
writeFileSync(PAGE, mutationPage(reports, missing))
process.exit(isGood ? 0 : 1)

/** Those that are mutants: what did not compile is none. A survivor has its reason, or an empty one. */
function mutantsOf(part) {
  const { files } = JSON.parse(readFileSync(`coverage/mutation/${part}.json`, 'utf8'))
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
      .map(({ status, location, replacement = '' }) => {
        const isByTime = status === 'Timeout'
        const isKilled = isByTime || status === 'Killed'
        const code = lines.slice(location.start.line - 1, location.end.line).join('\n')
        const was = textAt(lines, location)
        const reasons = REASONS.filter((one) => file.endsWith(one.file) && code.includes(one.code))
        const fitting = reasons.find(({ became = replacement }) => replacement.includes(became))
        const reason = isKilled ? undefined : (fitting?.reason ?? '')
        return {
          isKilled,
          isByTime,
          where: `${file}:${location.start.line}`,
          was,
          became: replacement,
          reason,
        }
      })
  })
}

function textAt(lines, { start, end }) {
  const covered = lines.slice(start.line - 1, end.line)
  covered[covered.length - 1] = covered.at(-1).slice(0, end.column - 1)
  covered[0] = covered[0].slice(start.column - 1)
  return covered.join('\n')
}
