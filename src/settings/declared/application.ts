import { isIP } from 'node:net'
import { textList } from '../list-types.ts'
import { problemOfMode } from '../mode.ts'
import { problemOfProxyAddress } from '../proxy-address.ts'
import type { Group } from '../setting.ts'
import { integer, text } from '../value-types.ts'

const HOUR_IN_SECONDS = 60 * 60

function problemOfHost(host: string): string | undefined {
  const isName =
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(host) && !/^[\d.]+$/.test(host)
  return isIP(host) > 0 || isName ? undefined : 'must be an address or a host name, without scheme and port'
}

export const application = {
  mode: text({
    default: 'prod',
    doc: 'Only the exact text `dev` is dev: the captcha is skipped, tokens live for 100 years and a weak secret is only warned about. Every other text applies none of this. Production must run in `prod`.',
    check: problemOfMode,
  }),
  name: text({ default: 'Castellan', doc: 'The name that login pages show (`sys_app_name`).' }),
  host: text({
    default: '127.0.0.1',
    doc: 'The address to listen on. `0.0.0.0` or `::` listens on all of them.',
    check: problemOfHost,
  }),
  port: integer({ default: 8000, min: 0, max: 65535, doc: 'The port to listen on. 0 takes any free port.' }),
  dataDir: text({
    default: './data',
    doc: 'The folder for what the service keeps: the embedded database, the secret it made, the journal of the login log. Relative to the current folder.',
    example: '/var/lib/castellan',
  }),
  trustProxy: textList({
    default: [],
    typeName: 'list of addresses or CIDR ranges',
    doc: 'The proxies that may forward the address of a client (`X-Forwarded-For`). With none, the client is whoever connects. In a variable or a flag: separated by commas, or as a JSON list.',
    example: ['10.0.0.0/8', '::1'],
    check: problemOfProxyAddress,
  }),
  shutdownSeconds: integer({
    default: 10,
    min: 0,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'How long a stop waits for requests that are still running.',
  }),
} satisfies Group
