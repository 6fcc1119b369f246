import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import type { CodeMessage, CodeSender } from './message-sender.ts'

/**
 * Returns a function that sends a message and returns whether it was sent. A failure is reported once per outage of a channel
 * instead of thrown. Only the message of an error is reported, without the code or link: the error of an HTTP client may
 * contain the whole request.
 */
export function reportOutages(
  sender: CodeSender,
  onProblem: (error: Error, text: string) => void,
): (message: CodeMessage, signal: AbortSignal) => Promise<boolean> {
  const outageLogOf = (channelName: string) =>
    createOutageLog((error) =>
      onProblem(
        error instanceof Error ? error : new Error('unknown'),
        `messages cannot be sent by ${channelName}`,
      ),
    )
  const outageLogs = { email: outageLogOf('e-mail'), sms: outageLogOf('SMS') }

  return async (message, signal) => {
    const outageLog = outageLogs[message.channel]
    try {
      await sender.send(message, signal)
      outageLog.recovered()
      return true
    } catch (error) {
      outageLog.failed(reportable(error, message))
      return false
    }
  }
}

function reportable(error: unknown, { code, link, to }: CodeMessage): Error {
  let message = error instanceof Error ? error.message : 'the sender failed'
  for (const secret of [code, link.slice(link.indexOf('#') + 1)])
    if (secret !== '') message = message.replaceAll(secret, '[secret]')
  const reported = new Error(message.replaceAll(to, '[address]').slice(0, 500))
  reported.name = 'CodeNotSent'
  delete reported.stack
  return reported
}
