import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { Refusal } from '../../../platform/refusal/refusal.ts'

/**
 * Returns the body of a request as a stream that an HTTP client may destroy: destroying the request itself would close the
 * connection before the client has its response. It fails with a refusal if the body is longer than `maxBytes` (0: no
 * limit).
 */
export function uploadOf(raw: IncomingMessage, maxBytes: number): Transform {
  let received = 0
  const upload = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (maxBytes > 0 && received > maxBytes) done(new Refusal('body-too-large'))
      else done(null, chunk)
    },
  })
  // Without a listener, an upload that fails while it waits for a connection would end the process.
  upload.on('error', () => {})
  raw.once('error', (error) => upload.destroy(error))
  raw.once('close', () => {
    if (!raw.readableEnded) upload.destroy(new Error('the client disconnected'))
  })
  raw.pipe(upload)
  return upload
}

/** Returns whether a request has a body. A length of 0 is a body that has arrived. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return coding !== undefined || (length !== undefined && Number(length) > 0)
}

const INTERVAL_MS = 15_000
const MIN_BYTES_PER_SECOND = 1000

interface UploadWatchOptions {
  /** Returns how many bytes have arrived on the client's connection. */
  readonly receivedBytes: () => number
  /** Whether the upstream service does not read what has arrived. */
  readonly isBlocked: () => boolean
  /** How long the upstream service may read nothing. */
  readonly maxBlockedMilliseconds: number
  readonly onSlowClient: () => void
  readonly onSlowUpstream: () => void
}

/**
 * Ends an upload that is too slow: an average below 1,000 bytes per second for 15 seconds, unless it is the upstream
 * service that does not read. The server's own limit of 15 seconds per request does not apply to uploads through the
 * gateway. Returns the function that ends the watch.
 */
export function watchUpload(options: UploadWatchOptions): () => void {
  const { receivedBytes, isBlocked, maxBlockedMilliseconds, onSlowClient, onSlowUpstream } = options
  let before = receivedBytes()
  let blockedMilliseconds = 0
  const timer = setInterval(() => {
    const received = receivedBytes() - before
    before += received
    blockedMilliseconds = isBlocked() && received === 0 ? blockedMilliseconds + INTERVAL_MS : 0
    if (isBlocked()) {
      if (blockedMilliseconds >= maxBlockedMilliseconds) onSlowUpstream()
    } else if (received < (MIN_BYTES_PER_SECOND * INTERVAL_MS) / 1000) onSlowClient()
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
