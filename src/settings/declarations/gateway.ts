import { recordList } from '../list-types.ts'
import { type Group, text } from '../setting.ts'
import { readUpstream, upstreamLimits } from '../upstream.ts'

export const gateway = {
  signingSecret: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'Secret that signs the identity headers (`X-Castellan-User-Id` and others) for services behind a proxy: at least 32 random bytes, for example from `openssl rand -base64 48`. It must differ from `jwt.secret`, because the services know it too. Empty: no identity headers are sent.',
  }),
  upstreams: recordList({
    default: [],
    typeName: 'list of `{prefix, url}`',
    doc: 'Services in any language that `castellan serve` forwards requests to, by a prefix under `/api/v1`, after the identity check and the permission check. An entry may also set the limits below for its service. Requires `gateway.signingSecret`. In a variable or a flag: as JSON.',
    example: [{ prefix: '/api/v1/orders', url: 'http://127.0.0.1:9000' }],
    readRecord: readUpstream,
  }),
  ...upstreamLimits,
} satisfies Group
