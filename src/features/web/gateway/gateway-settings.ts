import { recordList } from '../../../platform/settings/list-types.ts'
import type { Group } from '../../../platform/settings/setting.ts'
import { type UpstreamInput, type UpstreamSettings, upstream } from './upstream-settings.ts'

export const upstreams = {
  upstreams: recordList<UpstreamSettings, UpstreamInput>({
    typeName: 'list of `{prefix, url}`',
    doc: 'Services in any language that `castellan serve` forwards requests to, by a prefix under `/api/v1`, after the identity check and the permission check. Requires `gateway.signingSecret`.',
    example: [{ prefix: '/api/v1/orders', url: 'http://127.0.0.1:9000' }],
    entry: upstream,
  }),
} satisfies Group
