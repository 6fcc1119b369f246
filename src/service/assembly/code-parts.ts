import { createCodeLimits } from '../../authentication/code/code-limits.ts'
import { createCodeQueue, drainMsOf } from '../../authentication/code/code-queue.ts'
import { createConfiguredSender } from '../../authentication/code/configured-sender.ts'
import { createLoginCodes, type LoginCodes } from '../../authentication/code/login-codes.ts'
import { reportOutages } from '../../authentication/code/reported-sender.ts'
import type { PendingLogins } from '../../authentication/login/pending-login.ts'
import type { ShortLivedStore } from '../../cluster/short-lived/short-lived-store.ts'
import { deriveKey } from '../../foundation/crypto/derived-key.ts'
import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { isCodeChannel } from '../../settings/login-code.ts'
import type { Core } from './core.ts'

const CONCURRENT_MESSAGES = 4
const MAX_WAITING_MESSAGES = 1000
/** A message over SMTP takes several steps, each with its own time limit. */
const STEPS_PER_MESSAGE = 4

/** Creates the login by one-time codes, or nothing if the method is not enabled. */
export async function createCodeParts(
  core: Core,
  shortLived: ShortLivedStore,
  pendingLogins: PendingLogins,
): Promise<LoginCodes | undefined> {
  const { settings, replacements, secret, storage, now, closing, reporter } = core
  if (!settings.login.methods.includes('code')) return undefined
  const { code } = settings.login
  const { name } = settings.application
  const sender = replacements.codeSender ?? (await createConfiguredSender({ code, name, now }))
  const preparation = createOutageLog((error) =>
    reporter.problem(error, 'one-time codes cannot be sent, because a store cannot be reached'),
  )
  const queue = createCodeQueue({
    concurrency: CONCURRENT_MESSAGES,
    maxWaiting: MAX_WAITING_MESSAGES,
    timeoutMs: code.timeoutSeconds * 1000 * STEPS_PER_MESSAGE,
    drainMs: drainMsOf(settings.application.shutdownSeconds),
    onProblem: preparation.failed,
  })
  closing.add(async () => {
    await queue.close()
    await sender.close?.()
  })
  const totalLimit = createOutageLog(() =>
    reporter.warn(
      `no more one-time codes are sent today: login.code.maxTotalPerDay (${code.maxTotalPerDay}) is reached`,
    ),
  )
  const reported = reportOutages(sender, reporter.problem)

  return createLoginCodes({
    pending: pendingLogins,
    limits: createCodeLimits({
      store: shortLived,
      maxPerHour: code.maxPerHour,
      maxPerDay: code.maxPerDay,
      maxPerNetworkPerDay: code.maxPerNetworkPerDay,
      maxTotalPerDay: code.maxTotalPerDay,
      key: deriveKey(secret, 'login code limits'),
    }),
    queue,
    accounts: storage.accounts,
    users: storage.users,
    userNetworks: storage.userNetworks,
    async send(message, signal) {
      // A message that may be sent shows that the stores and the daily limit are in order again.
      preparation.recovered()
      totalLimit.recovered()
      await reported.send(message, signal)
    },
    onTotalLimit: () => totalLimit.failed(undefined),
    channels: code.channels.filter(isCodeChannel),
    digits: code.digits,
    lifetimeSeconds: code.lifetimeSeconds,
    maxAttempts: code.maxAttempts,
    texts: code.texts,
    name,
    secret,
    now,
  })
}
