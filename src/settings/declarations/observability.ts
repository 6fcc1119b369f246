import { problemOfHost, problemOfTracingEndpoint } from '../addresses.ts'
import { recordList } from '../list-types.ts'
import { decimal, flag, type Group, integer, text } from '../setting.ts'
import { webhook } from '../webhook.ts'

export const explain = {
  keepMinutes: integer({
    default: 1440,
    min: 0,
    max: 43_200,
    unit: 'minutes',
    doc: 'How long the service keeps refused requests, so that an operator can look up by the `X-Request-Id` of a response who was refused, what and why. A record contains the method, the path, the address and the user, but no query, token or body. At most 25,000 are kept, and of each user at most 500. 0 records nothing and deletes the records.',
  }),
} satisfies Group

export const usage = {
  keepDays: integer({
    default: 90,
    min: 0,
    max: 3650,
    unit: 'days',
    doc: 'How long the service keeps a record of which role has called which route, how often and when last, for previews of policy changes and for reports. It contains no data about users. 0 records nothing and deletes the record.',
  }),
} satisfies Group

export const metrics = {
  enabled: flag({
    default: false,
    doc: 'Whether metrics for Prometheus are collected. `castellan serve` then serves them at `http://HOST:PORT/metrics`, on a listener of their own and without a login. An embedding app gets them from `service.metrics()` and no listener is opened.',
    example: true,
  }),
  host: text({
    default: '127.0.0.1',
    doc: 'Address of the listener for metrics. The metrics contain no names, addresses or paths of users, but they show the load and the routes: only your monitoring should reach them. Requests must name an IP address, a name without dots or in `local`, `internal` or `svc`, or this host: so no website can read them with a browser.',
    check: problemOfHost,
  }),
  port: integer({
    default: 9464,
    min: 0,
    max: 65535,
    doc: 'Port of the listener for metrics. 0 selects any free port.',
  }),
} satisfies Group

export const events = {
  keepDays: integer({
    default: 30,
    min: 1,
    max: 3650,
    unit: 'days',
    doc: 'How long events are stored. A webhook that fails for longer misses events.',
  }),
  loginFailures: integer({
    default: 10,
    min: 0,
    max: 1_000_000,
    doc: 'Failed logins of one username within `events.loginFailureMinutes`, from any address, that cause an event. 0 means no such event.',
  }),
  loginFailureMinutes: integer({
    default: 60,
    min: 1,
    max: 1440,
    unit: 'minutes',
    doc: 'The time within which failed logins are counted. An event about the same username or network is stored at most once within this time.',
  }),
  verifyHours: integer({
    default: 24,
    min: 0,
    max: 8760,
    unit: 'hours',
    doc: 'How often one node verifies the hash chains of both logs in the background. 0 turns it off.',
  }),
  webhooks: recordList({
    typeName: 'list of `{name, url, secret, kinds, allowHttp}`',
    doc: 'URLs that events are sent to, signed in the format of Standard Webhooks. `secret` is `whsec_` and 24 to 64 random bytes in base64. `kinds` lists kinds such as `admin.granted` and groups such as `login.*`; without it, all events are sent. `http` URLs of other machines need `allowHttp: true`.',
    fix: 'write a list of {name, url, secret}',
    unique: 'name',
    entry: webhook,
  }),
} satisfies Group

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
