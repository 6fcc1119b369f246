import type { Command } from 'commander'
import type { EventStore } from '../../../core/events/event.store.ts'
import { EVENT_KINDS, SEVERITIES, type Severity } from '../../../core/events/event.ts'
import { loadCommandSettings } from '../../../core/settings/command-settings.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import {
  type CommonOptions,
  choiceOption,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../../../platform/cli/context/list-options.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import type { WebhookStore } from './webhooks/webhook.store.ts'

interface FilterOptions extends ListOptions {
  readonly kind?: string
  readonly severity?: Severity
}

interface Parts {
  readonly events: EventStore
  readonly webhooks: WebhookStore
  readonly settings: { readonly events: { readonly webhooks: readonly { readonly name: string }[] } }
}

export function addEventCommands(program: Command, run: RunCommand<Parts>): void {
  const events = program.command('events').description('read events and test webhooks')
  addList(events, run)
  addWebhooks(events, run)
  addTest(events)
}

function addList(events: Command, run: RunCommand<Parts>): void {
  withListOptions(events.command('list'))
    .description('list events, newest first')
    .option('--kind <kind>', 'only events of this kind, such as admin.granted')
    .addOption(choiceOption('--severity <severity>', 'only events of this severity', SEVERITIES))
    .action(async (options: FilterOptions) => {
      const { severity } = options
      const kind = EVENT_KINDS.find((one) => one === options.kind)
      if (options.kind !== undefined && kind === undefined) {
        throw new UsageError(`--kind must be one of ${EVENT_KINDS.join(', ')}`, 'castellan events list')
      }
      const page = await run(options, (parts) =>
        parts.events.page({ kind, severity }, pageOf(options), timeOrderOf(options)),
      )
      const columns = { id: 'ID', time: 'TIME', severity: 'SEVERITY', kind: 'KIND', text: 'TEXT' }
      const rows = page.list.map((one) => ({ ...one, time: timeOf(one.time) }))
      printPage(options, page, rows, columns)
    })
}

function addWebhooks(events: Command, run: RunCommand<Parts>): void {
  withCommonOptions(events.command('webhooks'))
    .description('show for each webhook what was delivered, what waits, failures and the next retry')
    .action(async (options: CommonOptions) => {
      const { readWebhookStates } = await import('./webhooks/webhook-states.ts')
      const states = await run(options, ({ events, webhooks: store, settings }) => {
        const names = settings.events.webhooks.map(({ name }) => name)
        return readWebhookStates(names, { events, store })
      })
      const columns = {
        name: 'NAME',
        status: 'STATUS',
        lastEventId: 'DELIVERED UP TO',
        waiting: 'WAITING',
        failures: 'FAILURES',
        nextRetry: 'NEXT RETRY',
        skipped: 'SKIPPED',
      }
      const rows = states.map((one) => ({ ...one, nextRetry: timeOf(one.nextRetry ?? '') }))
      print(states, options.json, tableOf(rows, columns))
    })
}

/** Needs no database, so that a webhook can be tested before the service starts. */
function addTest(events: Command): void {
  withCommonOptions(events.command('test [names...]'))
    .description('send a test event to webhooks, or to all of them without names, and print the results')
    .action(async (names: string[], options: CommonOptions) => {
      const { createTestEvent, sendToWebhook } = await import('./webhooks/webhook-request.ts')
      const { requireKnownKinds } = await import('./webhooks/webhook-delivery.ts')
      const { webhooks } = (await loadCommandSettings(options)).settings.events
      requireKnownKinds(webhooks)
      const unknown = names.find((name) => !webhooks.some((webhook) => webhook.name === name))
      if (unknown !== undefined) {
        throw new UsageError(`events.webhooks has no webhook named "${unknown}"`, 'castellan events test')
      }
      if (webhooks.length === 0) throw new UsageError('events.webhooks is empty', 'castellan events test')
      const chosen = webhooks.filter(({ name }) => names.length === 0 || names.includes(name))
      const results = await Promise.all(
        chosen.map(async (webhook) => {
          const event = createTestEvent(Date.now())
          const { status = null, reason = null } = await sendToWebhook(webhook, event, { now: Date.now })
          return { name: webhook.name, delivered: reason === null, status, reason }
        }),
      )
      const lines = results.map(({ name, status, reason }) =>
        reason === null ? `${name}: delivered (status ${status})` : `${name}: failed: ${reason}`,
      )
      print(results, options.json, lines)
      if (results.some(({ delivered }) => !delivered)) process.exitCode = 1
    })
}
