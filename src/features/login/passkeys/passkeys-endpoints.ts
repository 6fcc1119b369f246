import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { requireRecentLogin } from '../../../core/login/recent-login.ts'
import { idParams, partParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import type { MySecondFactor } from '../second-factor/my-second-factor.ts'
import type { MyPasskeys } from './my-passkeys.ts'
import { MAX_PASSKEY_NAME_LENGTH, passkeySchema } from './passkey.ts'
import { ATTESTATION_SCHEMA } from './passkey-credential.ts'
import type { PasskeyAdministration } from './passkeys.ts'

const BODY_LIMIT_BYTES = 32 * 1024

/** What a registration or a login with a passkey starts with. */
export const startedPasskeySchema = objectSchema('StartedPasskey', {
  uuid: {
    type: 'string',
    pattern: '^[\\w-]{22}$',
    description: 'To be sent with the credential.',
  },
  options: {
    type: 'object',
    description:
      'For `navigator.credentials`, as JSON: see `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`.',
  },
})

const name = {
  ...textInput(MAX_PASSKEY_NAME_LENGTH),
  description: 'Chosen by the user, to tell several passkeys apart.',
} as const

interface Parts {
  readonly myPasskeys: MyPasskeys
  readonly mySecondFactor: MySecondFactor
  readonly passkeyAdministration: PasskeyAdministration
  readonly now: () => number
}

/** Creates the endpoints that change passkeys. The own ones require a recent login. */
export function passkeyRoutes({ myPasskeys, mySecondFactor, passkeyAdministration, now }: Parts) {
  return {
    start: endpoint({
      operationId: 'startPasskeyRegistration',
      summary: 'Start the registration of a passkey',
      description:
        'Requires a login within the last ten minutes. Pass `options` to `navigator.credentials.create`, and its result with `uuid` to `POST /api/v1/user/passkey` within five minutes.',
      response: startedPasskeySchema,
      refusals: ['recent-login-required', 'passkey-limit', 'rate-limited'],
      async handler({ identity, operator }) {
        requireRecentLogin(identity, now())
        return myPasskeys.start(operator)
      },
    }),

    add: endpoint({
      operationId: 'addPasskey',
      summary: 'Register a passkey',
      description:
        'Requires a login within the last ten minutes, and `secondFactorCode` if the user has a second factor: a login with a passkey needs no other factor.',
      response: passkeySchema,
      refusals: [
        'recent-login-required',
        'passkey-invalid',
        'passkey-taken',
        'passkey-limit',
        'second-factor-wrong',
        'rate-limited',
      ],
      body: bodySchema('NewPasskey', ['uuid', 'name', 'credential'], {
        uuid: { ...textInput(64), description: 'As `POST /api/v1/user/passkey/options` returned it.' },
        name,
        credential: ATTESTATION_SCHEMA,
        secondFactorCode: {
          type: 'string',
          maxLength: 64,
          format: 'well-formed',
          description: 'A code of the authenticator app or a recovery code, if the user has a second factor.',
        },
      }),
      bodyLimit: BODY_LIMIT_BYTES,
      async handler({ body: { uuid, name, credential, secondFactorCode = '' }, identity, operator }) {
        requireRecentLogin(identity, now())
        await mySecondFactor.requireCodeIfEnabled(operator, secondFactorCode)
        return withoutVersion(await myPasskeys.add(operator, { uuid, name, credential }))
      },
    }),

    rename: endpoint({
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      description: 'Requires a login within the last ten minutes.',
      response: passkeySchema,
      refusals: ['recent-login-required', 'not-found', 'rate-limited'],
      params: idParams,
      body: bodySchema('PasskeyChange', ['name'], { name }),
      async handler({ params, body, identity, operator }) {
        requireRecentLogin(identity, now())
        return withoutVersion(await myPasskeys.rename(operator, Number(params.id), body.name))
      },
    }),

    remove: endpoint({
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description:
        "Requires a login within the last ten minutes. Ends all of the user's sessions except the one of this request.",
      refusals: ['recent-login-required', 'not-found', 'rate-limited'],
      params: idParams,
      async handler({ params, identity, operator }) {
        requireRecentLogin(identity, now())
        await myPasskeys.remove(operator, Number(params.id))
      },
    }),

    removeOfUser: endpoint({
      operationId: 'removePasskeyOfUser',
      summary: 'Remove a passkey of a user',
      description: 'Ends all sessions of the user.',
      refusals: ['not-found', 'own-passkey', 'admin-only', 'beyond-own-role'],
      params: partParams('passkeyId'),
      async handler({ params, operator }) {
        await passkeyAdministration.remove(operator, Number(params.id), Number(params.passkeyId))
      },
    }),
  }
}
