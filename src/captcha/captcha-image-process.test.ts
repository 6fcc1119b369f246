import { afterEach, expect, test, vi } from 'vitest'

const events = ['message', 'SIGINT', 'SIGTERM'] as const
const before = new Map(events.map((event) => [event, process.listeners(event as 'message')]))

afterEach(() => {
  vi.restoreAllMocks()
  for (const event of events) {
    for (const listener of process.listeners(event as 'message')) {
      if (!before.get(event)?.includes(listener)) process.off(event, listener)
    }
  }
})

/** The listeners that the process has beside those of the test runner. */
function added(event: (typeof events)[number]) {
  return process.listeners(event as 'message').filter((listener) => !before.get(event)?.includes(listener))
}

test('each text is answered with its picture; a signal to the whole group does not end it', async () => {
  const sent: unknown[] = []
  const { send } = process
  process.send = (message: unknown) => sent.push(message) > 0
  try {
    await import('./captcha-image-process.ts')
    expect(events.map((event) => added(event).length)).toEqual([1, 1, 1])
    for (const text of ['EH3XA', 'ACEHL']) added('message')[0]?.(text, undefined)
    expect(sent).toEqual([
      expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
      expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
    ])
    expect(sent[0]).not.toBe(sent[1])
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      expect(added(signal)[0]?.(undefined, undefined)).toBeUndefined()
  } finally {
    if (send) process.send = send
    else Reflect.deleteProperty(process, 'send')
  }
})
