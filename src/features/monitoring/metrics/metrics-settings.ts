import { problemOfHost } from '../../../platform/settings/addresses.ts'
import { flag, type Group, integer, text } from '../../../platform/settings/setting.ts'

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
