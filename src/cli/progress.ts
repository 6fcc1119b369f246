export interface Progress {
  update(done: number): void
  /** Takes the bar away again. */
  end(): void
}

const WIDTH = 30
const REDRAW_MILLISECONDS = 100

/** A bar at the terminal while something takes long; nothing where nobody looks. */
export function createProgress(what: string, total: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { update() {}, end() {} }
  let drawnAt = 0
  return {
    update(done) {
      const now = Date.now()
      if (now - drawnAt < REDRAW_MILLISECONDS && done < total) return
      drawnAt = now
      stderr.write(`\r\x1b[K${barOf(what, done, total)}`)
    },
    end() {
      stderr.write('\r\x1b[K')
    },
  }
}

export function barOf(what: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  return `${what} ${bar} ${Math.floor(share * 100)} % (${done.toLocaleString('en')} of ${total.toLocaleString('en')})`
}
