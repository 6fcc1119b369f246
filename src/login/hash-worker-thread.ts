import type { Worker } from 'node:worker_threads'
import { siblingProgram } from '../program-file.ts'
import { startWorkerThread } from '../worker-thread.ts'
import type { HashResult, HashWork } from './hash-work.ts'

const SECONDS = 1000

/** A running thread that hashes, and the results it owes. */
export interface HashThread {
  /** Rejects where the thread ends without a result. */
  run(work: HashWork): Promise<HashResult>
  readonly underWay: number
  /** Lets the thread finish what is under way, and go. */
  finish(): Promise<void>
}

export interface HashThreadOptions {
  readonly start: () => Worker
  readonly idleSeconds: number
  /** Told when the thread takes no more work: idle, finished or dead. */
  readonly onGone: () => void
}

interface Order {
  readonly resolve: (result: HashResult) => void
  readonly reject: (error: Error) => void
}

export function createHashThread({ start, idleSeconds, onGone }: HashThreadOptions): HashThread {
  const worker = start()
  const orders: Order[] = []
  let timer: NodeJS.Timeout | undefined
  let finishing = false
  let fault: unknown
  worker.on('error', (error) => {
    fault = error
  })
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      clearTimeout(timer)
      onGone()
      const error = new Error(`a thread that hashes passwords ended (${code})`, { cause: fault })
      for (const order of orders.splice(0)) order.reject(error)
      resolve()
    })
  })
  worker.on('message', (result: HashResult) => {
    orders.shift()?.resolve(result)
    watch()
  })

  /** After each order and result: a thread at work keeps the process alive, an idle one does not, and may go after a while. */
  function watch(): void {
    clearTimeout(timer)
    if (orders.length > 0) {
      worker.ref()
    } else if (finishing) {
      letGo()
    } else {
      worker.unref()
      timer = setTimeout(letGo, idleSeconds * SECONDS).unref()
    }
  }

  function letGo(): void {
    onGone()
    void worker.terminate()
  }

  return {
    run(work) {
      return new Promise((resolve, reject) => {
        orders.push({ resolve, reject })
        worker.postMessage(work)
        watch()
      })
    },
    get underWay() {
      return orders.length
    },
    async finish() {
      finishing = true
      watch()
      await gone
    },
  }
}

export function startHashThread(program = siblingProgram(import.meta.url, './hash-worker')): Worker {
  return startWorkerThread(program, { name: 'password-hash' })
}
