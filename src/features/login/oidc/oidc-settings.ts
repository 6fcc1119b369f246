import { recordList } from '../../../platform/settings/list-types.ts'
import { type Group, integer } from '../../../platform/settings/setting.ts'
import { OIDC_PRESET_NAMES } from './settings/oidc-presets.ts'
import { type OidcProviderInput, type OidcProviderSetting, oidcProvider } from './settings/oidc-provider.ts'

export const oidc = {
  providers: recordList<OidcProviderSetting, OidcProviderInput>({
    typeName: 'list of `{name, preset, issuer, clientId, clientSecret, roles, …}`',
    doc: `Identity providers for the login method \`oidc\`, in the order of the login page. \`preset\` is one of ${OIDC_PRESET_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    fix: 'write a list of {name, preset, issuer, clientId, clientSecret, roles}',
    unique: 'name',
    entry: oidcProvider,
  }),
  timeoutSeconds: integer({
    default: 10,
    min: 1,
    max: 60,
    unit: 'seconds',
    doc: 'Maximum time for each response of an identity provider.',
  }),
} satisfies Group
