import type { openTracing } from './open-tracing.ts'

/** Records what a request did and how long it took. */
export type Tracing = ReturnType<typeof openTracing>

export type RequestSpan = ReturnType<Tracing['startRequest']>

/** Returns the function with a span around each call. */
export function traced<Args extends unknown[], Result>(
  tracing: Pick<Tracing, 'span'> | undefined,
  name: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return tracing ? (...args) => tracing.span(name, () => work(...args)) : work
}
