import { recordList } from '../../../platform/settings/list-types.ts'
import type { Group } from '../../../platform/settings/setting.ts'
import { webhook } from './webhook.ts'

export const webhooks = {
  webhooks: recordList({
    typeName: 'list of `{name, url, secret, kinds, allowHttp}`',
    doc: 'URLs that events are sent to, signed in the format of Standard Webhooks. `secret` is `whsec_` and 24 to 64 random bytes in base64. `kinds` lists kinds such as `admin.granted` and groups such as `login.*`; without it, all events are sent. `http` URLs of other machines need `allowHttp: true`.',
    fix: 'write a list of {name, url, secret}',
    unique: 'name',
    entry: webhook,
  }),
} satisfies Group
