import { type ChildProcess, fork } from 'node:child_process'
import { siblingProgram, tsxUrl } from '../program-file.ts'

const SECONDS = 1000
/** A painter that answers nothing for so long hangs. A picture takes milliseconds, a start well under a second. */
const SILENCE_LIMIT_SECONDS = 15

/** A running process that paints, and the pictures it owes. */
export interface Painter {
  paint(text: string): Promise<string>
  readonly underWay: number
  /** Lets the painter finish what is under way, and go. */
  finish(): Promise<void>
}

export interface PainterOptions {
  readonly start: () => ChildProcess
  readonly idleSeconds: number
  /** Told once, when the painter takes no more work: idle, finished or dead. */
  readonly onGone: () => void
}

interface Order {
  readonly resolve: (image: string) => void
  readonly reject: (error: Error) => void
}

export function createPainter({ start, idleSeconds, onGone }: PainterOptions): Painter {
  const child = start()
  const orders: Order[] = []
  let timer: NodeJS.Timeout | undefined
  let finishing = false
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => end(new Error(`the captcha painter ended (${signal ?? code})`)))
    child.on('error', end)
    function end(error: Error): void {
      clearTimeout(timer)
      onGone()
      for (const order of orders.splice(0)) order.reject(error)
      resolve()
    }
  })
  child.on('message', (image) => {
    orders.shift()?.resolve(String(image))
    watch()
  })

  /** After each order and answer: who is idle may go after a while, who is silent is ended. */
  function watch(): void {
    clearTimeout(timer)
    if (orders.length > 0) {
      hold(child)
      timer = setTimeout(endByForce, SILENCE_LIMIT_SECONDS * SECONDS).unref()
    } else if (finishing) {
      letGo()
    } else {
      release(child)
      timer = setTimeout(letGo, idleSeconds * SECONDS).unref()
    }
  }

  function letGo(): void {
    onGone()
    if (child.connected) child.disconnect()
    timer = setTimeout(endByForce, SILENCE_LIMIT_SECONDS * SECONDS).unref()
  }

  function endByForce(): void {
    child.kill('SIGKILL')
  }

  return {
    paint(text) {
      return new Promise((resolve, reject) => {
        orders.push({ resolve, reject })
        // Where it cannot be sent the painter is dead, and its end rejects every order.
        child.send(text, () => {})
        watch()
      })
    },
    get underWay() {
      return orders.length
    },
    async finish() {
      finishing = true
      hold(child)
      watch()
      await gone
    },
  }
}

/** Starts the painting process. It never outlives this one: it ends when the channel between them closes. */
export function startPainter(
  program = siblingProgram(import.meta.url, './captcha-image-process'),
): ChildProcess {
  const loader = program.isSource ? ['--import', tsxUrl('tsx')] : []
  return fork(program.entry, [], {
    execArgv: [...loader, '--max-old-space-size=32', '--max-semi-space-size=1'],
    // Nothing else of this process's environment: secrets may stand there.
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DISABLE_SYSTEM_FONTS_LOAD: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** A painter at work keeps this process alive; an idle one does not. */
function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
