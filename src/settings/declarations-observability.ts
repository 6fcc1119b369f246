import { problemOfHost } from './addresses.ts'
import { flag, type Group, integer, text } from './setting.ts'

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
    doc: 'Address of the listener for metrics. The metrics contain no names, addresses or paths of users, but they show the load and the routes: only your monitoring should reach them.',
    check: problemOfHost,
  }),
  port: integer({
    default: 9464,
    min: 0,
    max: 65535,
    doc: 'Port of the listener for metrics. 0 selects any free port.',
  }),
} satisfies Group
