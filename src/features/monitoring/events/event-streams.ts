import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenCalls } from '../../../core/check/http/open-calls.ts'
import { callerOf } from '../../../core/check/http/request-identity.ts'
import type { EventStore } from '../../../core/events/event.store.ts'
import { createEventStream, formatServerSentEvent } from '../../../platform/http/responses/event-stream.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'

const POLL_MS = 1000
const HEARTBEAT_MS = 15_000
const STALLED_MS = 30_000
const EVENTS_PER_BATCH = 100
/** How long the last bytes of a stream that is ended may take. */
const LAST_BYTES_MS = 1000
const RETRY_AFTER_SECONDS = 30
/** Per process. */
const MAX_STREAMS = 100
const MAX_STREAMS_PER_USER = 5

interface EventStreamsOptions {
  readonly events: Pick<EventStore, 'latestId' | 'after'>
  readonly openCalls: OpenCalls
  /** Runs both checks again. */
  readonly checkAgain: Step
  readonly onProblem: (error: unknown) => void
  readonly pollMs?: number
  readonly stalledMs?: number
  readonly maxStreams?: number
  readonly maxStreamsPerUser?: number
}

export type EventStreams = ReturnType<typeof createEventStreams>

interface Stream {
  readonly userId: number
  send(): Promise<void>
  sendHeartbeat(): void
}

/** Creates the event streams of this process. One query per second finds out whether there are new events for any. */
export function createEventStreams(options: EventStreamsOptions) {
  const { events, openCalls, checkAgain, pollMs = POLL_MS, stalledMs = STALLED_MS } = options
  const { maxStreams = MAX_STREAMS, maxStreamsPerUser = MAX_STREAMS_PER_USER } = options
  const streams = new Set<Stream>()
  const outage = createOutageLog(options.onProblem)
  let latest = 0

  const poll = async (): Promise<void> => {
    if (streams.size === 0) return
    latest = await events.latestId()
    outage.recovered()
    for (const stream of streams) stream.send().catch(outage.failed)
  }
  const stopPolling = runPeriodically(pollMs, poll, outage.failed)
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.sendHeartbeat()
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /** Sends events to the client as they are stored, from the one after `after` on, or new ones only. */
    async open(
      request: FastifyRequest,
      reply: FastifyReply,
      after: number | undefined,
    ): Promise<FastifyReply> {
      const userId = callerOf(request)?.identity.userId
      if (userId === undefined) throw new Refusal('token-missing')
      assertNotTooMany(userId)
      latest = await events.latestId()
      assertNotTooMany(userId)
      const stream = createEventStream({ stalledMs })
      // A later id comes from before an older database was restored.
      const send = createSender(stream.write, Math.min(after ?? latest, latest))
      const added: Stream = { userId, send, sendHeartbeat: stream.sendHeartbeat }
      streams.add(added)
      const removeCall = openCalls.add({
        check: () => checkAgain(request, reply),
        end() {
          stream.end()
          // A client that does not read must not delay the end.
          setTimeout(() => reply.raw.destroy(), LAST_BYTES_MS).unref()
        },
        isUnbounded: true,
      })
      stream.body.once('close', () => {
        streams.delete(added)
        removeCall()
      })
      reply.header('content-type', 'text/event-stream; charset=utf-8')
      // nginx would collect the events before it sends them.
      reply.header('x-accel-buffering', 'no')
      send().catch(outage.failed)
      return reply.send(stream.body)
    },

    async close(): Promise<void> {
      clearInterval(heartbeat)
      await stopPolling()
    },
  }

  function assertNotTooMany(userId: number): void {
    const own = [...streams].filter((stream) => stream.userId === userId).length
    if (streams.size < maxStreams && own < maxStreamsPerUser) return
    throw new Refusal('rate-limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  /** Returns a function that sends the events that were stored since its last call. Calls while it sends have no effect. */
  function createSender(write: (text: string) => Promise<boolean>, after: number): () => Promise<void> {
    let last = after
    let isSending = false
    return async () => {
      if (isSending) return
      isSending = true
      try {
        while (last < latest) {
          const batch = await events.after(last, EVENTS_PER_BATCH)
          if (batch.length === 0) last = latest
          for (const event of batch) {
            if (!(await write(formatServerSentEvent({ id: event.id, data: event })))) return
            last = event.id
          }
        }
      } finally {
        isSending = false
      }
    }
  }
}
