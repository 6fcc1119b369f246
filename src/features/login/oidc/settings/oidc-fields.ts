import { problemOfSecureUrl } from '../../../../platform/settings/addresses.ts'
import { textList } from '../../../../platform/settings/list-types.ts'
import {
  choice,
  flag,
  type TextDeclared,
  text,
  type ValuesOf,
} from '../../../../platform/settings/setting.ts'
import { claimPath, departmentMappings, requiredClaims, roleMappings } from './oidc-claims.ts'
import { OIDC_PRESET_NAMES, type OidcPreset } from './oidc-presets.ts'

export const preset = choice({
  choices: OIDC_PRESET_NAMES,
  default: 'oidc',
  doc: 'The kind of provider, which has defaults for the other keys.',
})

/** The keys of an entry of `login.oidc.providers`, with the defaults of a preset. */
export function fieldsOf(given: OidcPreset) {
  return {
    name: text({
      required: true,
      doc: 'Name in URLs: at most 32 lower-case letters, digits and `-`.',
      example: 'company',
      check: (name) =>
        /^[a-z\d][a-z\d-]{0,31}$/.test(name)
          ? undefined
          : 'must be at most 32 lower-case letters, digits and "-"',
    }),
    preset,
    label: line({
      default: given.label,
      doc: 'Text of the button on the login page. Default: that of the preset, or the name.',
    }),
    issuer: url({
      default: given.issuer,
      doc: 'URL of the provider, exactly as its discovery document (`/.well-known/openid-configuration`) spells it. Default: that of the preset.',
      example: 'https://sso.example.com/realms/staff',
    }),
    clientId: text({
      required: true,
      doc: 'Client that the provider has assigned.',
      fix: 'write the id that the provider has assigned',
      oneLine: true,
    }),
    clientSecret: line({
      secret: true,
      doc: 'Its secret. Without one, the client is a public one, which only PKCE protects.',
    }),
    agentId: line({ doc: 'WeCom: the id of the application.' }),
    loginUrl: url({
      default: given.loginUrl,
      check: problemOfAddress,
      doc: 'WeCom and DingTalk: address of the login pages of a private installation.',
    }),
    apiUrl: url({
      default: given.apiUrl,
      check: problemOfAddress,
      doc: 'WeCom and DingTalk: address of the API of a private installation. GitHub Enterprise Server: address of the API, if it is not `/api/v3` of the issuer.',
    }),
    scopes: textList({
      default: given.scopes,
      typeName: 'list of texts',
      doc: 'What is requested from the provider. Default: that of the preset.',
      check: (scope) =>
        /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope) ? undefined : 'is not a text without spaces',
    }),
    userInfo: flag({
      default: given.userInfo,
      doc: 'Whether the claims of the user info endpoint are added to those of the ID token. Default: that of the preset.',
    }),
    redirectUri: url({
      doc: 'Page of another front end to which the provider sends the browser. Default: a page of the console.',
    }),
    usernameClaim: claimPath({
      default: given.usernameClaim.split('.'),
      doc: 'Claim that names new accounts. Default: that of the preset.',
    }),
    requiredClaims,
    roles: roleMappings,
    defaultRole: line({
      doc: 'Role of users to whom none of `roles` applies. Without it, they cannot log in.',
    }),
    departments: departmentMappings,
    createUsers: flag({
      default: true,
      doc: 'Whether the first login creates an account. Otherwise an operator links accounts.',
    }),
    checksSecondFactor: flag({
      default: false,
      doc: 'Whether the provider itself checks a second factor. Then Castellan asks for none.',
    }),
    assumeVerified: flag({
      default: false,
      doc: 'Whether e-mail addresses and phone numbers count although the provider does not confirm them.',
    }),
  }
}

function line(declared: TextDeclared) {
  return text({ ...declared, mayBeEmpty: true, oneLine: true })
}

function url(declared: TextDeclared) {
  return text({
    example: 'https://example.com',
    check: problemOfSecureUrl,
    ...declared,
    mayBeEmpty: true,
    maxLength: 2000,
  })
}

function problemOfAddress(url: string): string | undefined {
  return problemOfSecureUrl(url) ?? (url.endsWith('/') ? 'has a slash at its end' : undefined)
}

/** The keys of an entry, before the issuer and the addresses are derived. */
export type ProviderFields = ValuesOf<ReturnType<typeof fieldsOf>>
