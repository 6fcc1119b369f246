import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseAddressRange } from '../../network/address-range.ts'
import { InvalidParameters } from '../../refusal/refusal.ts'
import { DAY_IN_MS, HOUR_IN_MS, MINUTE_IN_MS } from '../../runtime/time-units.ts'

/** Options of every command. */
export interface CommonOptions {
  readonly config?: string
  readonly system?: true
  readonly set: string[]
  readonly json?: true
}

/** Headings of option groups in the help. */
export const COMMON_OPTIONS = 'Common options:'
export const LIST_OPTIONS = 'List options:'

/** Adds the options of every command. */
export function withCommonOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '-c, --config <file>',
        'settings file (default: settings.yml in the current folder)',
      ).helpGroup(COMMON_OPTIONS),
    )
    .addOption(
      new Option('--system', 'use the settings file of this machine, /etc/castellan/settings.yml')
        .conflicts('config')
        .helpGroup(COMMON_OPTIONS),
    )
    .addOption(
      new Option(
        '--set <key=value>',
        'a setting, such as application.port=8001, or key=@FILE to read a secret from a file; repeatable',
      )
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'none')
        .helpGroup(COMMON_OPTIONS),
    )
    .addOption(new Option('--json', 'print the result as JSON').helpGroup(COMMON_OPTIONS))
    .addHelpOption(new Option('-h, --help', 'print help').helpGroup(COMMON_OPTIONS))
}

/** Creates an option with a fixed set of values, or of names for values. */
export function choiceOption<const Choice extends string>(
  flags: string,
  description: string,
  choices: readonly Choice[] | Readonly<Record<string, Choice>>,
): Option {
  const meanings = new Map<string, string>(
    Array.isArray(choices) ? choices.map((choice) => [choice, choice]) : Object.entries(choices),
  )
  const names = [...meanings.keys()]
  return new Option(flags, description).choices(names).argParser((text: string) => {
    const meaning = meanings.get(text)
    if (meaning === undefined) throw new InvalidArgumentError(`Allowed values: ${names.join(', ')}.`)
    return meaning
  })
}

/** Parses a whole number from 0 on. */
export function count(text: string): number {
  return text === '0' ? 0 : wholeNumber(text)
}

/** Parses a positive whole number, such as an id. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError(`"${text}" is not a positive whole number.`)
  return Number(text)
}

/** A time: after a duration, at a moment, or never. */
export type TimeOption = { readonly afterMs: number } | { readonly at: string } | 'never'

const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_IN_MS, h: HOUR_IN_MS, d: DAY_IN_MS }

/** Returns a duration such as `30m`, `8h` or `3d` in milliseconds; undefined for another text. */
export function durationOf(text: string): number | undefined {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (UNITS_MS[unit] ?? 0)
}

/** Parses a duration such as `8h`, a time such as `2026-12-01T18:00Z`, or `never`. */
export function timeOption(text: string): TimeOption {
  if (text === 'never') return 'never'
  const afterMs = durationOf(text)
  if (afterMs !== undefined) return { afterMs }
  // A time without a zone would mean another moment on another machine.
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    return { at: text }
  throw new InvalidArgumentError(
    'Use a duration such as 30m, 8h or 3d, a time such as 2026-12-01T18:00Z, or never.',
  )
}

/** Returns the option with the language of a message. */
export function languageOption(): Option {
  return choiceOption('--language <language>', 'language of the message', ['en', 'zh']).default('en')
}

/** Returns the option that filters by addresses. */
export function addressOption(description: string): Option {
  const matched = 'address, network (10.0.0.0/16) or first numbers of an address (10.0)'
  return new Option('--address <address>', `${description} this ${matched}`).argParser((text) => {
    try {
      return parseAddressRange(text, 'the address')
    } catch (error) {
      if (!(error instanceof InvalidParameters)) throw error
      throw new InvalidArgumentError(error.problem.en)
    }
  })
}

/** Returns the warning about a secret on the command line. */
export function describeSecretInFlag(key: string): string {
  return `${key} is on the command line, where other users of this machine can read it: write it to a file and use --set ${key}=@FILE`
}
