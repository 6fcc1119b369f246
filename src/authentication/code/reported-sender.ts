import { createOutageLog, type OutageLog } from '../../foundation/runtime/outage-log.ts'
import type { CodeChannel } from '../../settings/login-code.ts'
import type { CodeMessage, CodeSender } from './code-sender.ts'

/**
 * Returns the sender with failures that are reported once per outage of a channel instead of thrown. Only the message of an
 * error is reported, without the code: the error of an HTTP client may contain the whole request.
 */
export function reportOutages(
  sender: CodeSender,
  onProblem: (error: Error, text: string) => void,
): Pick<CodeSender, 'send'> {
  const outages = new Map<CodeChannel, OutageLog>()
  const outageOf = (channel: CodeChannel): OutageLog => {
    const known = outages.get(channel)
    if (known) return known
    const created = createOutageLog((error) =>
      onProblem(
        error instanceof Error ? error : new Error('unknown'),
        `one-time codes cannot be sent by ${channel === 'email' ? 'e-mail' : 'SMS'}`,
      ),
    )
    outages.set(channel, created)
    return created
  }

  return {
    async send(message, signal) {
      const outage = outageOf(message.channel)
      try {
        await sender.send(message, signal)
        outage.recovered()
      } catch (error) {
        outage.failed(reportable(error, message))
      }
    },
  }
}

function reportable(error: unknown, { code, to }: CodeMessage): Error {
  const message = error instanceof Error ? error.message : 'the sender failed'
  const reported = new Error(message.replaceAll(code, '[code]').replaceAll(to, '[address]').slice(0, 500))
  reported.name = 'CodeNotSent'
  delete reported.stack
  return reported
}
