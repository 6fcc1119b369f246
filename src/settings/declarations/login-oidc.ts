import { recordList } from '../list-types.ts'
import { OIDC_PRESET_NAMES } from '../oidc/oidc-presets.ts'
import type { OidcProviderInput, OidcProviderSetting } from '../oidc/oidc-provider.ts'
import { readOidcProvider } from '../oidc/oidc-provider-reader.ts'
import { type Group, integer } from '../setting.ts'

export const loginOidc = {
  providers: recordList<OidcProviderSetting, OidcProviderInput>({
    default: [],
    secret: true,
    typeName: 'list of `{name, preset, issuer, clientId, clientSecret, roles, …}`',
    doc: `Identity providers for the login method \`oidc\`, in the order of the login page. \`preset\` is one of ${OIDC_PRESET_NAMES.map((name) => `\`${name}\``).join(', ')}. docs/how-to/log-in-with-openid-connect.md describes all keys. In a variable or a flag: as JSON.`,
    readRecord: readOidcProvider,
  }),
  stateLifetimeSeconds: integer({
    default: 600,
    min: 60,
    max: 3600,
    unit: 'seconds',
    doc: 'Time from the start of a login with OpenID Connect to its end, in which the user logs in at the provider.',
  }),
  timeoutSeconds: integer({
    default: 10,
    min: 1,
    max: 60,
    unit: 'seconds',
    doc: 'Maximum time for each response of an identity provider.',
  }),
} satisfies Group
