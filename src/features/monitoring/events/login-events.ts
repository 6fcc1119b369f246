import { appendEvent } from '../../../core/events/event.store.ts'
import type { NewEvent } from '../../../core/events/event.ts'
import { createEventWindows } from '../../../core/events/event-window.store.ts'
import type { FailedSecondFactor, LoginEvents } from '../../../core/login/login-events.ts'
import type { FailedLogin } from '../../../core/login/login-throttle.ts'
import { visibleText } from '../../../core/login-log/visible-text.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import { usernameKey } from '../../../core/user/name/username.ts'
import type { RootDatabase, Transaction } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { networkOf } from '../../../platform/network/network.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { HOUR_IN_MS, MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'

const MAX_NAME_CHARACTERS = 255
const MAX_ADDRESS_CHARACTERS = 64

/**
 * Anybody can cause the events of failed logins, so their number is limited, in all processes together. New networks have a
 * limit of their own, so that failed logins do not suppress them.
 */
const MAX_EVENTS_PER_HOUR = 100

interface LoginEventOptions {
  readonly database: RootDatabase
  /** Failures of one username within the window, from any address, that cause an event; 0 for no such event. */
  readonly maxFailures: number
  readonly windowMinutes: number
  readonly now: () => number
}

/** Creates the events of logins. Each event of failures is stored once per window for the same username or network. */
export function createLoginEvents(options: LoginEventOptions) {
  const { database, maxFailures, windowMinutes, now } = options
  const windowMs = windowMinutes * MINUTE_IN_MS

  return {
    async failed(login: FailedLogin): Promise<void> {
      const { username, address, network, accountBlockedAfter, networkBlockedAfter } = login
      const key = usernameKey(username)
      const shownName = visibleText(username, MAX_NAME_CHARACTERS)
      const shownNetwork = visibleText(network, MAX_ADDRESS_CHARACTERS)
      await inTransaction(database, async (transaction) => {
        const at = now()
        const windows = createEventWindows(transaction)
        const isFirst = async (kind: string, ...parts: string[]) =>
          (await windows.count([kind, ...parts], windowMs, at)).number === 1
        if (maxFailures > 0) {
          const { number } = await windows.count(['login.failures', key], windowMs, at)
          if (number === maxFailures) {
            const shownAddress = visibleText(address, MAX_ADDRESS_CHARACTERS)
            const fields = { username: shownName, failures: number, minutes: windowMinutes }
            const event = { kind: 'login.failures', fields: { ...fields, address: shownAddress } } as const
            await appendLimited(transaction, event, at)
          }
        }
        if (accountBlockedAfter !== undefined && (await isFirst('login.account-blocked', key, network))) {
          const fields = { username: shownName, network: shownNetwork, failures: accountBlockedAfter }
          await appendLimited(transaction, { kind: 'login.account-blocked', fields }, at)
        }
        if (networkBlockedAfter !== undefined && (await isFirst('login.network-blocked', network))) {
          const fields = { network: shownNetwork, failures: networkBlockedAfter }
          await appendLimited(transaction, { kind: 'login.network-blocked', fields }, at)
        }
      })
    },

    async secondFactorFailed({ username, address, failures }: FailedSecondFactor): Promise<void> {
      await inTransaction(database, async (transaction) => {
        const at = now()
        const kind = 'login.second-factor-failures'
        const windows = createEventWindows(transaction)
        const { number } = await windows.count([kind, usernameKey(username)], windowMs, at)
        if (number > 1) return
        const fields = {
          username: visibleText(username, MAX_NAME_CHARACTERS),
          failures,
          address: visibleText(address, MAX_ADDRESS_CHARACTERS),
        }
        await appendLimited(transaction, { kind, fields }, at)
      })
    },

    /** A user has logged in from a network for the first time. */
    async newNetwork({ username, address }: { username: string; address: string }): Promise<void> {
      const kind = 'login.new-network'
      const fields = {
        username: visibleText(username, MAX_NAME_CHARACTERS),
        network: visibleText(networkOf(address), MAX_ADDRESS_CHARACTERS),
        address: visibleText(address, MAX_ADDRESS_CHARACTERS),
      }
      await inTransaction(database, (transaction) =>
        appendLimited(transaction, { kind, fields }, now(), kind),
      )
    },
  }
}

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'reporter'> {
  readonly storage: { readonly database: RootDatabase }
}

/** Creates the events of logins. One that cannot be stored does not change the response to a login. */
export function createReportedLoginEvents({ settings, storage, now, reporter }: Parts): LoginEvents {
  const { loginFailures, loginFailureMinutes } = settings.events
  const loginEvents = createLoginEvents({
    database: storage.database,
    maxFailures: loginFailures,
    windowMinutes: loginFailureMinutes,
    now,
  })
  const outage = createOutageLog((error) => reporter.problem(error, 'events of logins cannot be stored'))
  return {
    failed: (login) => loginEvents.failed(login).then(outage.recovered, outage.failed),
    secondFactorFailed: (login) =>
      loginEvents.secondFactorFailed(login).then(outage.recovered, outage.failed),
    newNetwork: (login) => loginEvents.newNetwork(login).then(outage.recovered, outage.failed),
  }
}

/** The last event within the limit says that further ones are missing. */
async function appendLimited(
  transaction: Transaction,
  event: NewEvent,
  at: number,
  counter = 'login.suppressed',
): Promise<void> {
  const { number, endsAt } = await createEventWindows(transaction).count([counter], HOUR_IN_MS, at)
  if (number > MAX_EVENTS_PER_HOUR) return
  await appendEvent(transaction, event, at)
  if (number < MAX_EVENTS_PER_HOUR) return
  const fields = { limit: MAX_EVENTS_PER_HOUR, until: new Date(endsAt).toISOString() }
  await appendEvent(transaction, { kind: 'login.suppressed', fields }, at)
}
