import type { ServiceContext } from '../../../core/service/context.ts'
import { startTracing } from './tracing-parts.ts'

type Settings = Pick<ServiceContext['settings'], 'tracing'>

export const tracingFeature = {
  /** Returns what is wrong with settings of a service without its own app. */
  embeddedProblem: ({ tracing: { endpoint } }: Settings): string | undefined =>
    endpoint !== ''
      ? 'tracing.endpoint works only with castellan serve: remove it from the settings'
      : undefined,
  start: async (context: ServiceContext) => ({ tracing: await startTracing(context) }),
}
