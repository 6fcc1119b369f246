import { type Command, Option } from 'commander'
import type { NewKeyDates } from '../token/key-administration.ts'
import type { CommonOptions } from './command-options.ts'

/** When a new key signs, and how long those before it are accepted. */
export interface DateOptions extends CommonOptions {
  readonly lead: number
  readonly overlap?: number
}

/** Long enough to copy a file to other nodes, and for services that keep the public keys for a while to ask again. */
const DEFAULT_LEAD_SECONDS = 600
const LONGEST_SECONDS = 10 * 365 * 24 * 60 * 60

/** What the help of a command that adds a key ends with. */
export const SEVERAL_NODES =
  '\nSeveral nodes need the same keys: copy the new file to the folder of every other one before the key signs.'

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
    if (seconds <= LONGEST_SECONDS) return seconds
    throw new Error(`${option} takes a whole number of seconds, at most ${LONGEST_SECONDS}`)
  }
}

export function datesOf({ lead, overlap }: DateOptions): NewKeyDates {
  return { leadSeconds: lead, overlapSeconds: overlap }
}
