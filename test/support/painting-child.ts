import { ChildProcess } from 'node:child_process'

/** A painting process that does only what the test says, and notes what is done to it. */
export function createPaintingChild() {
  const done: string[] = []
  const note = (what: string): void => {
    done.push(what)
  }
  const child = Object.assign(new ChildProcess(), {
    connected: true,
    channel: { ref: () => note('hold channel'), unref: () => note('release channel') },
    ref: () => note('hold'),
    unref: () => note('release'),
    send: (text: string) => {
      note(`send ${text}`)
      return true
    },
    disconnect: () => note('disconnect'),
    kill: (signal?: string | number) => {
      note(`kill ${signal}`)
      return true
    },
  })
  return {
    child,
    /** What was done since this was asked last. */
    done: () => done.splice(0),
    answer: (image: unknown) => child.emit('message', image),
    exit: (code: number | null, signal: string | null = null) => child.emit('exit', code, signal),
  }
}
