import { PassThrough } from 'node:stream'

/** Starts the stream, so that the client sees it as open, and sets the time after which it connects again. */
const START = 'retry: 3000\n\n'
const HEARTBEAT = ':\n\n'

/** Creates a response of server-sent events. A client that does not read for `stalledMs` is disconnected, so that nothing piles up for it. */
export function createEventStream({ stalledMs }: { readonly stalledMs: number }) {
  const body = new PassThrough()
  body.on('error', () => {}) // the client has disconnected
  body.write(START)

  return {
    /** What is sent to the client. */
    body,

    /** Sends a text. Resolves when the client has room for more; false if the stream has ended. */
    async write(text: string): Promise<boolean> {
      if (body.destroyed || body.writableEnded) return false
      return body.write(text) || (await hasDrained())
    },

    /** Sends a comment, so that proxies and clients do not consider the connection dead. */
    sendHeartbeat(): void {
      if (!body.destroyed && !body.writableEnded && !body.writableNeedDrain) body.write(HEARTBEAT)
    },

    end(): void {
      if (!body.destroyed && !body.writableEnded) body.end()
    },
  }

  function hasDrained(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (outcome: boolean): void => {
        clearTimeout(timer)
        body.off('drain', drained)
        body.off('close', closed)
        resolve(outcome)
      }
      const drained = (): void => settle(true)
      const closed = (): void => settle(false)
      const timer = setTimeout(() => body.destroy(), stalledMs)
      timer.unref()
      body.once('drain', drained)
      body.once('close', closed)
    })
  }
}

/** Returns one event in the format. JSON contains no line break. */
export function formatServerSentEvent({ id, data }: { readonly id: number; readonly data: unknown }): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}
