import type { ServiceContext } from '../../../core/service/context.ts'
import type { ShortLivedStore } from '../../../platform/cluster/short-lived/short-lived-store.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { deriveKey } from '../../../platform/text/derived-key.ts'
import { createConfiguredSender } from './configured-sender.ts'
import { isCodeChannel, sendsMessages } from './login-code.ts'
import { createMessageLimits } from './message-limits.ts'
import { createMessageQueue, drainMsOf } from './message-queue.ts'
import type { CodeMessage, CodeSender } from './message-sender.ts'
import { reportOutages } from './reported-sender.ts'

const CONCURRENT_MESSAGES = 4
const MAX_WAITING_MESSAGES = 1000
/** A message over SMTP takes several steps, each with its own time limit. */
const STEPS_PER_MESSAGE = 4

/** What one-time codes and links to set passwords are sent with. */
export type MessageParts = NonNullable<Awaited<ReturnType<typeof createMessageParts>>>

interface Parts extends Pick<ServiceContext, 'settings' | 'secret' | 'now' | 'closing' | 'reporter'> {
  readonly shortLived: ShortLivedStore
  readonly replacements: { readonly codeSender?: CodeSender }
}

export async function createMessageLogin(parts: Parts) {
  return { messages: await createMessageParts(parts) }
}

/** Creates what messages to users are sent with, or nothing if none are sent. */
async function createMessageParts(parts: Parts) {
  const { settings, replacements, shortLived, secret, now, closing, reporter } = parts
  if (!sendsMessages(settings.login)) return undefined
  const { code } = settings.login
  const { name } = settings.application
  const sender = replacements.codeSender ?? (await createConfiguredSender({ code, name, now }))
  const timeoutMs = code.timeoutSeconds * 1000 * STEPS_PER_MESSAGE
  const preparation = createOutageLog((error) =>
    reporter.problem(error, 'messages cannot be sent, because a store cannot be reached'),
  )
  const queue = createMessageQueue({
    concurrency: CONCURRENT_MESSAGES,
    maxWaiting: MAX_WAITING_MESSAGES,
    timeoutMs,
    drainMs: drainMsOf(settings.application.shutdownSeconds),
    onProblem: preparation.failed,
  })
  closing.add(async () => {
    await queue.close()
    await sender.close?.()
  })
  const totalLimit = createOutageLog(() =>
    reporter.warn(
      `no more messages are sent today: login.code.maxTotalPerDay (${code.maxTotalPerDay}) is reached`,
    ),
  )
  const send = reportOutages(sender, reporter.problem)

  return {
    /** Shared, so that an address gets no more messages than the settings allow, of whatever kind. */
    limits: createMessageLimits({
      store: shortLived,
      maxPerHour: code.maxPerHour,
      maxPerDay: code.maxPerDay,
      maxPerNetworkPerDay: code.maxPerNetworkPerDay,
      maxTotalPerDay: code.maxTotalPerDay,
      key: deriveKey(secret, 'login code limits'),
    }),
    queue,
    /** In order of preference. */
    channels: code.channels.filter(isCodeChannel),
    /** Returns whether the message was sent. A failure is logged. The default signal is a time limit. */
    async send(message: CodeMessage, signal = AbortSignal.timeout(timeoutMs)): Promise<boolean> {
      // A message that may be sent shows that the stores and the daily limit are in order again.
      preparation.recovered()
      totalLimit.recovered()
      return send(message, signal)
    },
    onTotalLimit: () => totalLimit.failed(undefined),
  }
}
