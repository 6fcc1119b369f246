import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import type { RoleFinder } from '../../../core/role/roles-in-force.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { User } from '../../../core/user/user.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import { MAX_SUBJECT_LENGTH } from '../../../core/user/user-link.store.ts'
import { idParams, partParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { UserLinkAdministration } from '../external-accounts/user-links.ts'
import { MAX_ISSUER_LENGTH } from '../oidc/settings/oidc-provider.ts'
import type { PasskeyStore } from '../passkeys/passkey.store.ts'
import { passkeySchema } from '../passkeys/passkey.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'

const linkSchema = objectSchema('UserLink', {
  id,
  issuer: { ...text, description: 'The issuer of an OpenID Connect provider, or the directory.' },
  subject: { ...text, description: 'The permanent identifier of the account at the issuer.' },
  linkedAt: time,
  lastLoginAt: { ...timeOrNull, description: 'Null before the first login.' },
  refusedAt: {
    ...timeOrNull,
    description:
      'Since when the issuer gives the user no access: the account is gone, disabled or without a role. Null: it does.',
  },
})

const secondFactorSchema = objectSchema('SecondFactorState', {
  enabled: { type: 'boolean' },
  enabledAt: timeOrNull,
  recoveryCodesLeft: count,
  required: { type: 'boolean', description: 'Whether the role of the user requires a second factor.' },
})

const loginMethodsSchema = objectSchema('UserLoginMethods', {
  loginMethods: { ...listSchema(text), description: 'Empty: all that are enabled.' },
  secondFactor: secondFactorSchema,
  passkeys: listSchema(passkeySchema),
  links: listSchema(linkSchema),
})

interface Parts {
  readonly users: UserStore
  readonly rolesInForce: RoleFinder
  readonly userLinks: UserLinkStore
  readonly secondFactors: SecondFactors
  readonly passkeys: PasskeyStore
  readonly userLinkAdministration: UserLinkAdministration
}

/** Creates the endpoints that show and change what users log in with. */
export function loginMethodRoutes(parts: Parts) {
  const { users, rolesInForce, userLinks, secondFactors, passkeys, userLinkAdministration } = parts

  async function methodsOf({ userId, roleId, loginMethods }: User): Promise<object> {
    const { roleKey = '' } = (await rolesInForce.find(roleId)) ?? {}
    return {
      loginMethods,
      secondFactor: await secondFactors.stateOf({ userId, roleKey }),
      passkeys: await passkeys.ofUser(userId),
      links: await userLinks.ofUser(userId),
    }
  }

  return {
    own: endpoint({
      operationId: 'getOwnLoginMethods',
      summary: 'Get what you log in with',
      response: loginMethodsSchema,
      async handler({ identity }) {
        const user = await users.find(identity.userId)
        if (!user) throw new Refusal('token-revoked')
        return methodsOf(user)
      },
    }),

    ofUser: endpoint({
      operationId: 'getLoginMethodsOfUser',
      summary: 'Get what a user logs in with',
      response: loginMethodsSchema,
      refusals: ['not-found'],
      params: idParams,
      async handler({ params, scope }) {
        return methodsOf(requireFound(await users.findIn(scope, Number(params.id)), 'user', params.id))
      },
    }),

    link: endpoint({
      operationId: 'linkUser',
      summary: 'Link a user to an account of a provider',
      description: 'The user can log in with this account from then on.',
      response: linkSchema,
      refusals: [
        'not-found',
        'own-link',
        'link-taken',
        'service-account',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
      ],
      params: idParams,
      body: bodySchema('NewUserLink', ['issuer', 'subject'], {
        issuer: textInput(MAX_ISSUER_LENGTH),
        subject: textInput(MAX_SUBJECT_LENGTH),
      }),
      async handler({ params, body, operator }) {
        return withoutVersion(await userLinkAdministration.link(operator, Number(params.id), body))
      },
    }),

    unlink: endpoint({
      operationId: 'unlinkUser',
      summary: 'Remove a link of a user',
      description: 'Ends all sessions of the user.',
      refusals: ['not-found', 'admin-only', 'beyond-own-role', 'own-role-ends'],
      params: partParams('linkId'),
      async handler({ params, operator }) {
        await userLinkAdministration.unlink(operator, Number(params.id), Number(params.linkId))
      },
    }),
  }
}
