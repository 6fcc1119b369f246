import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface EventStreamClient {
  readonly headers: IncomingHttpHeaders
  /** Everything that was received, comments included. */
  readonly text: () => string
  readonly events: () => Record<string, unknown>[]
  readonly ids: () => number[]
  readonly isClosed: () => boolean
  close(): void
}

/** Opens an event stream and reads it. Rejects only if there is no response. */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
): Promise<EventStreamClient> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  let text = ''
  let isClosed = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {}) // the server has disconnected
  response.on('close', () => {
    isClosed = true
  })
  const blocks = () => text.split('\n\n').slice(0, -1)
  const lines = (name: string) =>
    blocks().flatMap((block) =>
      block
        .split('\n')
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2)),
    )
  return {
    headers: response.headers,
    text: () => text,
    events: () => lines('data').map((line): Record<string, unknown> => JSON.parse(line)),
    ids: () => lines('id').map(Number),
    isClosed: () => isClosed,
    close: () => response.destroy(),
  }
}
