import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewKeyDates } from '../../../authentication/token/key-administration.ts'
import type { CommonOptions } from '../../context/command-options.ts'

/** When a new key signs, and how long those before it are accepted. */
export interface DateOptions extends CommonOptions {
  readonly lead: number
  readonly overlap?: number
}

/** Long enough to copy a file to other nodes, and for other services that cache the public keys to read them again. */
const DEFAULT_LEAD_SECONDS = 600
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60

/** The end of the help text of commands that add a key. */
export const SEVERAL_NODES =
  'Several nodes need the same keys: copy the new file to the key folder of every other node before the key signs.'

export function withDates(command: Command): Command {
  return command
    .addOption(
      new Option('--lead <seconds>', 'how long the key is published and accepted before it signs')
        .argParser(secondsOf('--lead'))
        .default(DEFAULT_LEAD_SECONDS),
    )
    .addOption(
      new Option(
        '--overlap <seconds>',
        'how long older keys are accepted after that (default: until their tokens have expired)',
      ).argParser(secondsOf('--overlap')),
    )
}

function secondsOf(option: string): (value: string) => number {
  return (value) => {
    const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (seconds <= MAX_SECONDS) return seconds
    throw new InvalidArgumentError(`${option} takes a whole number of seconds, at most ${MAX_SECONDS}`)
  }
}

export function datesOf({ lead, overlap }: DateOptions): NewKeyDates {
  return { leadSeconds: lead, overlapSeconds: overlap }
}
