import type { IncomingMessage } from 'node:http'
import { endpoint } from '../core/check/http/endpoint.ts'
import type { OfferedLogin } from '../core/login/offered-login.ts'
import type { UserActivityStore } from '../core/session/user-activity.store.ts'
import type { Behaviour } from '../core/settings/mode.ts'
import { APP_METHOD_PATTERN, CODE_CHANNELS, LOGIN_METHODS } from '../features/login-methods.ts'
import { isDirectLoopback } from '../platform/http/direct-loopback.ts'
import { listSchema, objectSchema, text } from '../platform/http/endpoint/response-schemas.ts'

const offeredLoginSchema = objectSchema(
  'OfferedLogin',
  {
    method: {
      anyOf: [{ enum: LOGIN_METHODS }, { type: 'string', pattern: APP_METHOD_PATTERN }],
      description: '`app:…`: a method that the app adds.',
    },
    captchaRequired: { type: 'boolean', description: 'Whether this method requires a captcha.' },
    channels: {
      ...listSchema({ enum: CODE_CHANNELS }),
      description: 'Of the method `code`: where codes are sent to.',
    },
    provider: { ...text, description: 'Of the method `oidc`: the name of the provider in URLs.' },
    label: {
      ...text,
      description:
        'Of the method `oidc`: the name of the provider for people. Of a method of the app: its name for people.',
    },
  },
  ['channels', 'provider', 'label'],
)

interface Parts {
  readonly settings: {
    readonly application: { readonly name: string; readonly trustProxy: readonly string[] }
  }
  readonly behaviour: Pick<Behaviour, 'mode' | 'captchaRequired'>
  readonly offeredLogins: readonly OfferedLogin[]
  readonly userActivity: Pick<UserActivityStore, 'isAnyLogin'>
}

/** What login pages are told of features. */
export interface LoginPageFields {
  /** What links to set a password are sent for. */
  readonly passwordLinks: readonly ('invitation' | 'forgotten')[]
  /** Whether users can request roles. */
  readonly accessRequests: boolean
  /** Whether changes can need the confirmation of a second administrator. */
  readonly fourEyes: boolean
}

export const NO_LOGIN_PAGE_FIELDS: LoginPageFields = {
  passwordLinks: [],
  accessRequests: false,
  fourEyes: false,
}

/** Returns what the login page needs before a login. */
export function appConfigRoute(parts: Parts, ofFeatures: LoginPageFields) {
  const { settings, behaviour, offeredLogins, userActivity } = parts
  const { application } = settings
  // Behind a proxy, clients on this machine cannot be told from others.
  let isInUse = application.trustProxy.length > 0
  /** Nobody but a person at this machine is told that the service is new. */
  async function isFirstRun(request: IncomingMessage): Promise<boolean> {
    if (isInUse || !isDirectLoopback(request)) return false
    isInUse = await userActivity.isAnyLogin()
    return !isInUse
  }

  const data = {
    sys_app_name: application.name,
    sys_app_logo: '',
    mode: behaviour.mode,
    captchaRequired: behaviour.captchaRequired,
    loginMethods: offeredLogins,
    ...ofFeatures,
  }
  return endpoint({
    operationId: 'getAppConfig',
    summary: 'Get what a login page needs',
    response: objectSchema(
      'AppConfig',
      {
        sys_app_name: text,
        sys_app_logo: text,
        mode: text,
        captchaRequired: {
          type: 'boolean',
          description:
            'False in dev, where nothing requires a captcha. `loginMethods` says it for each method.',
        },
        loginMethods: {
          ...listSchema(offeredLoginSchema),
          description: 'In the order in which to offer them.',
        },
        passwordLinks: {
          ...listSchema({ enum: ['invitation', 'forgotten'] }),
          description:
            'What links to set a password are sent for: `invitation` by operators, `forgotten` by “Forgot password?”.',
        },
        accessRequests: { type: 'boolean', description: 'Whether users can request roles.' },
        fourEyes: {
          type: 'boolean',
          description: 'Whether changes can need the confirmation of a second administrator.',
        },
        firstRun: {
          type: 'boolean',
          description:
            'Present while nobody has ever logged in, in the response to a program on the machine of the service that does not use a proxy.',
        },
      },
      ['firstRun'],
    ),
    async handler({ request }) {
      return (await isFirstRun(request.raw)) ? { ...data, firstRun: true } : data
    },
  })
}
