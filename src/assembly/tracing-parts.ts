import type { CloseStack } from '../close-stack.ts'
import type { Reporter } from '../reporter.ts'
import type { Settings } from '../settings/declarations.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { readVersion } from '../version.ts'

export interface TracingPartsOptions {
  readonly settings: Settings
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/** Starts the recording of traces; undefined if there is no endpoint for them. */
export async function createTracingParts(options: TracingPartsOptions): Promise<Tracing | undefined> {
  const { settings, closing, reporter } = options
  const { endpoint, sampleRatio } = settings.tracing
  if (endpoint === '') return undefined
  // Imported here because a service without traces starts faster without the library.
  const { openTracing } = await import('../tracing/open-tracing.ts')
  const tracing = openTracing({
    endpoint,
    sampleRatio,
    version: readVersion(),
    onProblem: (error) => reporter.problem(error, 'traces cannot be sent; they are discarded'),
  })
  closing.add(tracing.close)
  return tracing
}
