import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../harness/result.ts'
import { type DecisionCost, decisionCosts, isDecision, OURS } from './decisions.ts'
import { plotOf } from './plot.ts'
import { cellsOf } from './table.ts'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const PAGE = join(docs, 'benchmarks.md')
const PLOT = join(docs, 'benchmarks.svg')
const BEGIN = '<!-- results: written by `npm run bench` -->'
const END = '<!-- end of the results -->'

/** Puts the results into their place in `docs/benchmarks.md`. The words around them are written by hand, and stay. */
export function writePage(results: readonly Result[]): void {
  const [before, rest] = readFileSync(PAGE, 'utf8').split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`${PAGE} has no place for the results`)
  writeFileSync(PAGE, `${before}${BEGIN}\n${resultsInMarkdown(results)}\n${END}${after}`)
  writeFileSync(PLOT, plotOf(results))
}

function resultsInMarkdown(results: readonly Result[]): string {
  const missed = results.filter(({ ok }) => !ok).map(({ id }) => `\`${id}\``)
  return [
    `Measured with Node ${process.versions.node} on ${availableParallelism()} cores.`,
    missed.length === 0 ? 'Every target is reached.' : `Not reached: ${missed.join(', ')}.`,
    '',
    row(['id', 'value', 'against', 'ratio (quartiles)', 'target', 'reached']),
    row(Array(6).fill('---')),
    ...results.filter((result) => !isDecision(result)).map((result) => row(cellsOf(result))),
    '',
    '### Decisions',
    '',
    ...decisionTable(decisionCosts(results)),
    '',
    '![The cost of a decision against the number of rules](benchmarks.svg)',
  ].join('\n')
}

/** A line for each number of rules and outcome: our time, and how many times as long each peer takes. */
function decisionTable(costs: readonly DecisionCost[]): string[] {
  const ours = costs.filter(({ name }) => name === OURS)
  const peers = [...new Set(costs.map(({ name }) => name))].filter((name) => name !== OURS)
  const lines = ours.map(({ rules, outcome, nanoseconds }) => {
    const times = peers.map((peer) => {
      const cost = costs.find((one) => one.name === peer && one.rules === rules && one.outcome === outcome)
      const { ratio, spread } = cost?.result ?? {}
      return `${ratio?.toLocaleString('en')} times (${spread?.map((end) => end.toLocaleString('en')).join(' to ')})`
    })
    return row([rules.toLocaleString('en'), outcome, `${nanoseconds} ns`, ...times])
  })
  return [row(['rules', 'outcome', OURS, ...peers]), row(Array(peers.length + 3).fill('---')), ...lines]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
