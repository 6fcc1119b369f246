import type { Result } from '../harness/result.ts'
import { type DecisionCost, decisionCosts } from './decisions.ts'

const WIDTH = 760
const HEIGHT = 420
const MARGIN = { left: 70, right: 110, top: 30, bottom: 50 }
const COLOURS = ['#c0392b', '#2563a8', '#8a5a00', '#3f7d3f']
const TIMES = [
  { nanoseconds: 100, name: '100 ns' },
  { nanoseconds: 1e3, name: '1 µs' },
  { nanoseconds: 1e4, name: '10 µs' },
  { nanoseconds: 1e5, name: '100 µs' },
  { nanoseconds: 1e6, name: '1 ms' },
  { nanoseconds: 1e7, name: '10 ms' },
  { nanoseconds: 1e8, name: '100 ms' },
  { nanoseconds: 1e9, name: '1 s' },
]

/** Returns an SVG plot of the time per decision by number of rules, both on logarithmic scales. */
export function plotOf(results: readonly Result[]): string {
  const costs = decisionCosts(results)
  const sizes = [...new Set(costs.map(({ rules }) => rules))]
  const x = scaleOf(sizes, MARGIN.left, WIDTH - MARGIN.right)
  const y = scaleOf(
    TIMES.map(({ nanoseconds }) => nanoseconds),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  )
  const names = [...new Set(costs.map(({ name }) => name))]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    '<title>Time per decision by number of rules</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...TIMES.map(({ nanoseconds, name }) => [
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(nanoseconds)}" y2="${y(nanoseconds)}" stroke="#ddd"/>`,
      `<text x="${MARGIN.left - 8}" y="${y(nanoseconds) + 4}" text-anchor="end" fill="#444">${name}</text>`,
    ]),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${HEIGHT - MARGIN.bottom + 20}" text-anchor="middle" fill="#444">${size.toLocaleString('en')}</text>`,
    ),
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle" fill="#444">rules</text>`,
    `<text x="${MARGIN.left}" y="18" fill="#444">time per decision (solid: hit, dashed: miss)</text>`,
    ...names.map((name, number) =>
      linesOf(
        costs.filter((cost) => cost.name === name),
        COLOURS[number % COLOURS.length] ?? '#000',
        ({ rules, nanoseconds }) => `${x(rules)},${y(nanoseconds)}`,
      ),
    ),
    '</svg>',
    '',
  ]
    .flat(2)
    .join('\n')
}

function linesOf(
  costs: readonly DecisionCost[],
  colour: string,
  at: (cost: DecisionCost) => string,
): string[] {
  const line = (outcome: string, dash: string): string => {
    const points = costs.filter((cost) => cost.outcome === outcome).map(at)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`
  }
  const last = costs.findLast(({ outcome }) => outcome === 'miss')
  if (!last) return []
  const [x = '0', y = '0'] = at(last).split(',')
  return [
    line('hit', ''),
    line('miss', ' stroke-dasharray="6 4"'),
    `<text x="${Number(x) + 8}" y="${Number(y) + 4}" fill="${colour}">${last.name}</text>`,
  ]
}

function scaleOf(values: readonly number[], from: number, to: number): (value: number) => number {
  const min = Math.log10(Math.min(...values))
  const max = Math.log10(Math.max(...values))
  return (value) => Math.round(from + ((Math.log10(value) - min) / (max - min)) * (to - from))
}
