import { problemOfTracingEndpoint } from '../../../platform/settings/addresses.ts'
import { decimal, type Group, text } from '../../../platform/settings/setting.ts'

export const tracing = {
  endpoint: text({
    doc: 'URL that traces of requests are sent to, in the format of OpenTelemetry (OTLP over HTTP, as JSON). Traces contain no tokens, query strings, bodies or names of users. Headers for the receiver, such as a key, are in the variable `OTEL_EXPORTER_OTLP_HEADERS`. Empty: nothing is recorded. An embedding app with this setting does not start.',
    example: 'http://127.0.0.1:4318/v1/traces',
    check: problemOfTracingEndpoint,
  }),
  sampleRatio: decimal({
    default: 1,
    min: 0,
    max: 1,
    doc: 'Share of the requests that are recorded, for example 0.01 for one of a hundred. For a request with a `traceparent` header of a proxy in `application.trustProxy`, the header decides instead.',
    example: 0.1,
  }),
} satisfies Group
