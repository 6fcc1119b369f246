import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { DAY_IN_SECONDS, MINUTE_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import { withSettings } from '../../settings/with-settings.ts'
import type { NodesAfterChange } from '../nodes-to-update.ts'
import type { KeyAdministration, ListedKey, NewKeyDates } from './key-administration.ts'
import { ALGORITHMS, type Algorithm } from './signature.ts'

/** When a new key signs, and how long those before it are accepted. */
interface DateOptions extends CommonOptions {
  readonly lead: number
  readonly overlap?: number
}

interface RotateOptions extends DateOptions {
  readonly algorithm?: Algorithm
  readonly compromised?: true
}

const SETTINGS_SECRET_NAME = 'jwt.secret'
const SETTINGS_SECRET_STAYS =
  'jwt.secret is a setting: "castellan key rotate --compromised" revokes its tokens immediately'

/** Long enough to copy a file to other nodes, and for other services that cache the public keys to read them again. */
const DEFAULT_LEAD_SECONDS = 10 * MINUTE_IN_SECONDS
const MAX_SECONDS = 10 * 365 * DAY_IN_SECONDS

/** The end of the help text of commands that add a key. */
const SEVERAL_NODES =
  'Several nodes need the same keys: copy the new file to the key folder of every other node before the key signs. The command waits some seconds and names the running nodes that do not have it.'

/** What to do for nodes that have not applied a change. */
const COPY_IN_TIME =
  'Before the key signs, copy the file to the key folder of every node that lacks it, owned by the user of the service and with mode 0600.'
const COPY_NOW =
  'Copy the file now to the key folder of every node that lacks it, owned by the user of the service and with mode 0600, or stop these nodes: until then, they sign with the old key and accept its tokens.'
const REMOVE_THERE =
  'Run the same command on every node that has the key: until then, these nodes accept its tokens.'

export function addKeyCommands(program: Command): Command {
  const key = program
    .command('key')
    .description(
      'manage the keys that sign tokens, which a running service applies within two seconds, and the key of second factors',
    )
  addList(key)
  addRotate(key)
  addAdd(key)
  addRemove(key)
  return key
}

function addList(key: Command): void {
  withCommonOptions(key.command('list'))
    .description('list the keys and their states')
    .action((options: CommonOptions) =>
      withKeys(options, async ({ keys }) => {
        const list = await keys.list()
        const rows = list.map((one) => ({ ...one, kid: one.kid ?? SETTINGS_SECRET_NAME }))
        const columns = {
          kid: 'KEY',
          algorithm: 'ALGORITHM',
          state: 'STATE',
          signsFrom: 'SIGNS FROM',
          acceptedUntil: 'ACCEPTED UNTIL',
        }
        print(list, options.json, tableOf(rows, columns))
      }),
    )
}

function addRotate(key: Command): void {
  addNote(withDates(withCommonOptions(key.command('rotate'))), SEVERAL_NODES)
    .description('create a new signing key; tokens signed by older keys stay valid, so nobody is logged out')
    .addOption(
      new Option(
        '--algorithm <name>',
        'algorithm of the new key (default: that of the key that signs now)',
      ).choices(ALGORITHMS),
    )
    .addOption(
      new Option(
        '--compromised',
        'the current key is compromised: sign with the new key and refuse all others immediately',
      ).conflicts(['lead', 'overlap']),
    )
    .action((options: RotateOptions) =>
      withKeys(options, async ({ keys, nodesToUpdate, settings }) => {
        const dates = options.compromised
          ? { leadSeconds: 0, overlapSeconds: 0, isEmergency: true }
          : datesOf(options)
        const signing = (await keys.list()).find(({ state }) => state === 'signing')
        const algorithm = options.algorithm ?? signing?.algorithm ?? settings.jwt.algorithm
        const made = await keys.rotate(algorithm, dates)
        const nodes = await nodesToUpdate()
        const otherKeys = options.compromised
          ? 'all other keys are refused: all users have to log in again'
          : describeOtherKeys(await keys.list())
        print(withNodes(made, nodes), options.json, [
          ...linesOf(made),
          otherKeys,
          ...linesAbout(nodes, options.compromised ? COPY_NOW : COPY_IN_TIME),
        ])
      }),
    )
}

function addAdd(key: Command): void {
  addNote(withDates(withCommonOptions(key.command('add <file>'))), SEVERAL_NODES)
    .description('import a key: a private key in PEM or a secret, from a file or standard input ("-")')
    .option('--kid <name>', 'key id in the header of tokens (default: the date and a random part)')
    .action((file: string, options: DateOptions & { kid?: string }) =>
      withKeys(options, async ({ keys, nodesToUpdate }) => {
        const given = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
        const added = await keys.add({ text: given, kid: options.kid }, datesOf(options))
        const nodes = await nodesToUpdate()
        print(withNodes(added, nodes), options.json, [
          ...linesOf(added),
          describeOtherKeys(await keys.list()),
          ...linesAbout(nodes, COPY_IN_TIME),
        ])
      }),
    )
}

function addRemove(key: Command): void {
  withCommonOptions(key.command('remove <kid>'))
    .description('remove a key that no longer signs; its tokens are revoked immediately')
    .option('--yes', 'also if some of its tokens are still valid; their users have to log in again')
    .action(async (kid: string, options: CommonOptions & { yes?: true }) => {
      if (kid === SETTINGS_SECRET_NAME) throw new Error(SETTINGS_SECRET_STAYS)
      await withKeys(options, async ({ keys, nodesToUpdate }) => {
        const state = await keys.remove(kid, { acceptedToo: options.yes === true })
        const nodes = await nodesToUpdate()
        const lines = [`removed key ${kid}`, ...linesAbout(nodes, REMOVE_THERE)]
        print(withNodes({ kid, state }, nodes), options.json, lines)
      })
    })
}

function withDates(command: Command): Command {
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

function datesOf({ lead, overlap }: DateOptions): NewKeyDates {
  return { leadSeconds: lead, overlapSeconds: overlap }
}

function linesOf({ kid, algorithm, state, signsFrom, file }: ListedKey): string[] {
  return [
    `key ${kid} (${algorithm}) signs ${state === 'next' ? `from ${signsFrom}` : 'now'}`,
    `wrote ${file}`,
  ]
}

function describeOtherKeys(list: readonly ListedKey[]): string {
  const before = list.filter(
    ({ state, acceptedUntil }) => ['signing', 'accepted'].includes(state) && acceptedUntil !== null,
  )
  const names = before.map(
    ({ kid, acceptedUntil }) => `${kid ?? SETTINGS_SECRET_NAME} until ${acceptedUntil}`,
  )
  return names.length === 0 ? 'no other key is accepted' : `accepted beside it: ${names.join(', ')}`
}

function withNodes<T extends object>(result: T, { toUpdate, problem }: NodesAfterChange) {
  return { ...result, nodesToUpdate: problem === undefined ? toUpdate : null }
}

/** Says how many nodes have applied a change of the keys, and what to do for the others. */
function linesAbout({ updated, toUpdate, problem }: NodesAfterChange, advice: string): string[] {
  if (problem !== undefined) return [`the nodes cannot be read: ${problem}`, advice]
  return [
    ...(updated > 0 ? [`applied by ${updated} running ${updated === 1 ? 'node' : 'nodes'}`] : []),
    ...(toUpdate.length > 0 ? [`not applied by ${toUpdate.join(', ')}`, advice] : []),
  ]
}

interface OpenKeys {
  readonly keys: KeyAdministration
  readonly settings: { readonly jwt: { readonly algorithm: Algorithm } }
  /** Waits for the nodes after a change of the keys. */
  nodesToUpdate(): Promise<NodesAfterChange>
}

/** Runs the work with the keys of the settings. */
async function withKeys(options: CommonOptions, work: (open: OpenKeys) => Promise<void>): Promise<void> {
  // Loaded here: the other commands start faster without it.
  const { openKeyAdministration } = await import('./key-administration.ts')
  await withSettings(options, (settings) => {
    const { folder, keys } = openKeyAdministration(settings, { mustExist: false, now: Date.now })
    const nodesToUpdate = async () => {
      const { findNodesToUpdate } = await import('../nodes-to-update.ts')
      return findNodesToUpdate(settings, folder)
    }
    return work({ keys, settings, nodesToUpdate })
  })
}
