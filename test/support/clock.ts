/** A clock that changes only when a test sets it. */
export interface Clock {
  readonly now: () => number
  set(milliseconds: number): void
  advance(milliseconds: number): void
}

export function createClock(start: number = Date.now()): Clock {
  let time = start
  return {
    now: () => time,
    set(milliseconds) {
      time = milliseconds
    },
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
