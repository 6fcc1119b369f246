import { within } from '../../database/time-limits.ts'

/**
 * Connects once, without reconnecting, for diagnosis. Rejects if the server cannot be reached, refuses the credentials or
 * does not respond within the time limit.
 */
export async function connectForDiagnosis(url: string, timeoutMs: number) {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  })
  // Without a listener, an error of the connection would end the process. Commands reject with it, too.
  client.on('error', () => {})
  const close = (): void => {
    if (client.isOpen) client.destroy()
  }
  const inTime = <T>(response: Promise<T>): Promise<T> =>
    within(timeoutMs, response, () => new Error(`Redis does not respond within ${timeoutMs / 1000} s`))
  try {
    await inTime(client.connect())
    await inTime(client.ping())
    // The user of the service may not be allowed to read it.
    const info = await inTime(client.info()).catch(() => '')
    return {
      version: valueIn(info, 'redis_version'),
      /** What Redis does when its memory is full, such as `noeviction`. Empty if it does not say. */
      evictionPolicy: valueIn(info, 'maxmemory_policy'),
      /** Reads the clock of the server, in milliseconds since 1970. */
      async readTime(): Promise<number> {
        const [seconds = '', microseconds = ''] = await inTime(client.sendCommand<string[]>(['TIME']))
        return Number(seconds) * 1000 + Number(microseconds) / 1000
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Returns a field of the output of INFO. */
function valueIn(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
}
