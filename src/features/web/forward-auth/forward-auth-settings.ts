import type { StrongSecret } from '../../../core/settings/combination.ts'
import { type Group, text } from '../../../platform/settings/setting.ts'

export const forwardAuth = {
  signingSecret: text({
    secret: true,
    doc: 'Secret that signs the identity headers (`X-Castellan-User-Id` and others) for services behind a proxy: at least 32 random bytes, for example from `openssl rand -base64 48`. It must differ from `jwt.secret`, because the services know it too. Empty: no identity headers are sent.',
  }),
} satisfies Group

interface Settings {
  readonly gateway: { readonly signingSecret: string }
}

export const FORWARD_AUTH_SECRETS: readonly StrongSecret<Settings>[] = [
  { key: 'gateway.signingSecret', of: ({ gateway }) => gateway.signingSecret },
]
