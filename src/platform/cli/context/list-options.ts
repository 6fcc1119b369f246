import { type Command, Option } from 'commander'
import type { Page, PageRequest } from '../../database/query/page.ts'
import { counted } from '../../text/counted.ts'
import { print } from '../output/output.ts'
import { tableOf } from '../output/table.ts'
import {
  type CommonOptions,
  choiceOption,
  count,
  LIST_OPTIONS,
  wholeNumber,
  withCommonOptions,
} from './command-options.ts'

/** Of every list, except of one that is read as a whole. */
export const DEFAULT_LIMIT = 200

/** Options of every list. */
export interface ListOptions<Field extends string = string> extends CommonOptions {
  readonly sort?: Field
  readonly descending?: true
  readonly limit: number
  readonly offset: number
}

/** Adds the options of every list. Without fields to sort by, it is sorted by time, as `timeOrderOf` returns it. */
export function withListOptions(
  command: Command,
  {
    sort = ['time'],
    limit = DEFAULT_LIMIT,
  }: { readonly sort?: readonly string[]; readonly limit?: number } = {},
): Command {
  const options = [
    choiceOption('--sort <field>', 'sort by this field, in ascending order', sort),
    new Option('--descending', 'sort in descending order'),
    new Option('--limit <n>', 'maximum number of rows').argParser(wholeNumber).default(limit),
    new Option('--offset <n>', 'number of rows to skip').argParser(count).default(0),
  ]
  for (const option of options) command.addOption(option.helpGroup(LIST_OPTIONS))
  return withCommonOptions(command)
}

/** Returns the order of a list that is sorted by time: newest first unless --sort is given without --descending. */
export function timeOrderOf({ sort, descending }: ListOptions) {
  return sort !== undefined && !descending ? 'oldest-first' : 'newest-first'
}

/** Returns the order of a list that is sorted by a field: by `defaultField` unless --sort is given. */
export function orderOf<Field extends string>({ sort, descending }: ListOptions<Field>, defaultField: Field) {
  return { by: sort ?? defaultField, descending: descending === true }
}

/** Returns the part of a list that the options select. */
export function pageOf({ limit, offset }: ListOptions): PageRequest {
  return { pageIndex: 1, pageSize: limit, offset }
}

/**
 * Prints the entries of a list as JSON, or as a table, and to standard error how many rows come after them. On a narrow terminal, the
 * less important columns are left out first.
 */
export function printPage<Row extends object>(
  { json, offset }: ListOptions,
  { list, count: total, countCapped }: Pick<Page<unknown>, 'list' | 'count' | 'countCapped'>,
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row, string>>>,
  lessImportant: readonly (keyof Row)[] = [],
): void {
  print(list, json, tableOf(rows, columns, process.stdout, lessImportant))
  const next = offset + list.length
  const rest = total - next
  if (rest <= 0) return
  const more = `${countCapped ? 'more than ' : ''}${counted(rest, 'more row')}`
  console.error(`${more}: add --offset ${next}, or a larger --limit`)
}
