import { type Growth, SMALL } from '../growth/growth.ts'
import type { Size } from '../growth/growth-data.ts'

/** Returns the section of the page, in Markdown. */
export function growthSection(growths: readonly Growth[], large: Size): string[] {
  const products = Object.keys(growths[0]?.values ?? {})
  return [
    `Small: ${contentOf(SMALL)}. Large: ${contentOf(large)}.`,
    'Times are elapsed times of single requests, the fastest of several; with PostgreSQL, they include the work of its server on the same',
    'machine.',
    '',
    row(['operation', ...products.flatMap((name) => [`${name}, small`, `${name}, large`])]),
    row(Array(1 + products.length * 2).fill('---')),
    ...growths.map(({ operation, unit, values }) =>
      row([
        operation,
        ...products.flatMap((name) => {
          const { small = Number.NaN, large: most = Number.NaN } = values[name] ?? {}
          return [small, most].map((value) => `${number(Number(value.toPrecision(3)))} ${unit}`)
        }),
      ]),
    ),
  ]
}

function contentOf({ users, rules, logEntries }: Size): string {
  return `${number(users)} users, ${number(rules)} rules and ${number(logEntries)} entries in each log`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
