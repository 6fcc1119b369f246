const WIDTH = 30
const REDRAW_MS = 100

/** Creates a progress bar at the terminal. Without a terminal, nothing is printed. Without a total, it is only a number. */
export function createProgress(what: string, total: number | undefined) {
  const { stderr } = process
  if (!stderr.isTTY) return { update(_done: number): void {}, end(): void {} }
  let drawnAt = 0
  return {
    update(done: number): void {
      const now = Date.now()
      if (now - drawnAt < REDRAW_MS && done !== total) return
      drawnAt = now
      stderr.write(`\r\x1b[K${barOf(what, done, total)}`)
    },
    /** Removes the bar. */
    end(): void {
      stderr.write('\r\x1b[K')
    },
  }
}

export function barOf(what: string, done: number, total: number | undefined): string {
  if (total === undefined) return `${what} (${done.toLocaleString('en')})`
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  return `${what} ${bar} ${Math.floor(share * 100)} % (${done.toLocaleString('en')} of ${total.toLocaleString('en')})`
}
