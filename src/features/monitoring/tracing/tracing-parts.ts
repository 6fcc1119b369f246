import type { ServiceContext } from '../../../core/service/context.ts'
import type { Tracing } from '../../../platform/observability/tracing.ts'
import { readVersion } from '../../../platform/runtime/package-files.ts'

/** Starts the recording of traces; undefined if there is no endpoint for them. */
export async function startTracing({
  settings,
  closing,
  reporter,
}: ServiceContext): Promise<Tracing | undefined> {
  const { endpoint, sampleRatio } = settings.tracing
  if (endpoint === '') return undefined
  // Imported here because a service without traces starts faster without the library.
  const { openTracing } = await import('./open-tracing.ts')
  const tracing = openTracing({
    endpoint,
    sampleRatio,
    version: readVersion(),
    onProblem: (error) => reporter.problem(error, 'traces cannot be sent; they are discarded'),
  })
  closing.add(tracing.close)
  return tracing
}
