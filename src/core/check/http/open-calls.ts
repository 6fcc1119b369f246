import { Refusal } from '../../../platform/refusal/refusal.ts'

/** A call that may last long: a WebSocket, a body that is still arriving, or a response that is still being sent. */
interface OpenCall {
  /** Runs both checks again. Throws, or returns a promise that rejects, if the caller may no longer make the call. */
  readonly check: () => void | Promise<void>
  /** Refuses the call if no response has begun. Otherwise closes its connections. */
  readonly end: (refusal: Refusal) => void
  /** Whether it has no end of its own, so that a shutdown must not wait for it. */
  readonly isUnbounded: boolean
}

export type OpenCalls = ReturnType<typeof createOpenCalls>

const CHECK_INTERVAL_MS = 2000

/** Creates the list of open calls. Each of them is checked every two seconds, and ended when it is no longer allowed. */
export function createOpenCalls() {
  const calls = new Set<OpenCall>()
  let isClosing = false
  const timer = setInterval(() => {
    for (const call of calls) checkAgain(call)
  }, CHECK_INTERVAL_MS)
  timer.unref()

  return {
    /** Adds a call. The returned function removes it. */
    add(call: OpenCall): () => void {
      calls.add(call)
      if (isClosing && call.isUnbounded) call.end(new Refusal('unavailable'))
      return () => calls.delete(call)
    },
    /** Ends the calls that have no end of their own. */
    endUnbounded(): void {
      isClosing = true
      for (const call of calls) if (call.isUnbounded) call.end(new Refusal('unavailable'))
    },
    close: (): void => clearInterval(timer),
  }
}

function checkAgain(call: OpenCall): void {
  const end = (error: unknown): void =>
    call.end(error instanceof Refusal ? error : new Refusal('unavailable', {}, { cause: error }))
  try {
    const pending = call.check()
    if (pending) pending.catch(end)
  } catch (error) {
    end(error)
  }
}
