import { endpoint } from '../../../core/check/http/endpoint.ts'
import { requireRecentLogin } from '../../../core/login/recent-login.ts'
import { strictBodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { listSchema, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import type { MySecondFactor } from './my-second-factor.ts'
import { enrolmentSchema } from './second-factor.ts'

const codeBody = strictBodySchema('SecondFactorCode', ['code'], { code: textInput(64) })

const recoveryCodes = objectSchema('RecoveryCodes', {
  recoveryCodes: {
    ...listSchema(text),
    description: 'Each is valid once instead of a code of the app. They are not shown again.',
  },
})

interface Parts {
  readonly mySecondFactor: MySecondFactor
  readonly now: () => number
}

/** The second factor of the caller. Every change requires a recent login. */
export function mySecondFactorRoutes({ mySecondFactor, now }: Parts) {
  return {
    begin: endpoint({
      operationId: 'startSecondFactor',
      summary: 'Start to set up a second factor',
      description:
        'Returns a secret for an authenticator app. The second factor is required at logins after a code has confirmed it, which must happen within 15 minutes. Requires a login within the last 10 minutes.',
      response: enrolmentSchema,
      refusals: ['recent-login-required', 'second-factor-enabled', 'service-account'],
      async handler({ identity, operator }) {
        requireRecentLogin(identity, now())
        return mySecondFactor.begin(operator)
      },
    }),

    confirm: endpoint({
      operationId: 'confirmSecondFactor',
      summary: 'Confirm the second factor with a code',
      description:
        "Enables the second factor and returns ten recovery codes. Revokes all of the user's tokens, including the one of this request. The code is not valid for a login.",
      response: recoveryCodes,
      refusals: ['recent-login-required', 'second-factor-not-started', 'second-factor-wrong'],
      body: codeBody,
      async handler({ body, identity, operator }) {
        requireRecentLogin(identity, now())
        return { recoveryCodes: await mySecondFactor.confirm(operator, body.code) }
      },
    }),

    recoveryCodes: endpoint({
      operationId: 'renewRecoveryCodes',
      summary: 'Replace the recovery codes',
      description:
        'The old ones are no longer valid. Requires a code of the app or a recovery code, and a login within the last 10 minutes.',
      response: recoveryCodes,
      refusals: ['recent-login-required', 'second-factor-missing', 'second-factor-wrong', 'rate-limited'],
      body: codeBody,
      async handler({ body, identity, operator }) {
        requireRecentLogin(identity, now())
        return { recoveryCodes: await mySecondFactor.renewRecoveryCodes(operator, body.code) }
      },
    }),

    remove: endpoint({
      operationId: 'removeSecondFactor',
      summary: 'Remove the second factor',
      description:
        "Requires a code of the app or a recovery code, and a login within the last 10 minutes. Revokes all of the user's tokens, including the one of this request.",
      refusals: ['recent-login-required', 'second-factor-missing', 'second-factor-wrong', 'rate-limited'],
      body: codeBody,
      async handler({ body, identity, operator }) {
        requireRecentLogin(identity, now())
        await mySecondFactor.remove(operator, body.code)
      },
    }),
  }
}
