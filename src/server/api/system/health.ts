import type { IncomingMessage } from 'node:http'
import { CODE_CHANNELS } from '../../../settings/login-code.ts'
import { LOGIN_METHODS, type LoginMethodName } from '../../../settings/login-methods.ts'
import type { Behaviour } from '../../../settings/mode.ts'
import { isDirectLoopback } from '../../http/direct-loopback.ts'
import { type DocumentedRoute, envelopeSchema } from '../../http/documentation.ts'
import { endpoint } from '../../http/endpoint.ts'
import { sendUnavailable, successBody } from '../../http/responses/envelope.ts'
import { listSchema, objectSchema, text } from '../resource-schemas.ts'

/** `degraded`: requests are handled although a dependency fails. `down`: requests are refused. */
export type Health = 'up' | 'degraded' | 'down'

/** Returns only the status, because the caller is not authenticated. */
export function healthRoute(health: () => Health): DocumentedRoute {
  return {
    documentation: {
      operationId: 'getHealth',
      summary: 'Get the state of the service',
      responses: {
        200: {
          description:
            'Requests are handled. `degraded`: logins fail, or the keys of the nodes differ. Or a refusal by the rate limit.',
          mediaType: 'application/json',
          schema: envelopeSchema({ data: healthSchema('up', 'degraded') }),
        },
        503: {
          description: 'Requests are refused, because the state of this node is too old.',
          mediaType: 'application/json',
          schema: {
            title: 'HealthDown',
            ...envelopeSchema(
              { reason: { const: 'unavailable' }, data: healthSchema('down') },
              { const: 503 },
            ),
          },
        },
      },
    },
    async handler(request, reply) {
      const status = health()
      const fields = { data: { status } }
      return status === 'down' ? sendUnavailable(request, reply, fields) : successBody(request, fields)
    },
  }
}

function healthSchema(...states: readonly Health[]) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['status'],
    properties: { status: { enum: states } },
  }
}

/** A login method as login pages offer it. Methods with several providers are offered once per provider. */
export interface OfferedLogin {
  readonly method: LoginMethodName
  readonly captchaRequired: boolean
  /** Where one-time codes are sent to. */
  readonly channels?: readonly string[]
  /** The name and the label of an identity provider. */
  readonly provider?: string
  readonly label?: string
}

/** What links to set a password are sent for. */
const PASSWORD_LINK_USES = ['invitation', 'forgotten'] as const
type PasswordLinkUse = (typeof PASSWORD_LINK_USES)[number]

const offeredLoginSchema = objectSchema(
  'OfferedLogin',
  {
    method: { enum: LOGIN_METHODS },
    captchaRequired: { type: 'boolean', description: 'Whether this method requires a captcha.' },
    channels: {
      ...listSchema({ enum: CODE_CHANNELS }),
      description: 'Of the method `code`: where codes are sent to.',
    },
    provider: { ...text, description: 'Of the method `oidc`: the name of the provider in URLs.' },
    label: { ...text, description: 'Of the method `oidc`: the name of the provider for people.' },
  },
  ['channels', 'provider', 'label'],
)

/** Returns what the login page needs before a login. */
export function appConfigRoute({
  name,
  behaviour,
  loginMethods,
  passwordLinks,
  accessRequests,
  fourEyes,
  hasProxy,
  isAnyLogin,
}: {
  readonly name: string
  readonly behaviour: Behaviour
  readonly loginMethods: readonly OfferedLogin[]
  readonly passwordLinks: readonly PasswordLinkUse[]
  readonly accessRequests: boolean
  /** Whether changes can need a second administrator. */
  readonly fourEyes: boolean
  /** Whether clients are expected behind a proxy. */
  readonly hasProxy: boolean
  /** Returns whether anybody has ever logged in. */
  readonly isAnyLogin: () => Promise<boolean>
}): DocumentedRoute {
  let isInUse = hasProxy
  /** Nobody but a person at this machine is told that the service is new. */
  async function isFirstRun(request: IncomingMessage): Promise<boolean> {
    if (isInUse || !isDirectLoopback(request)) return false
    isInUse = await isAnyLogin()
    return !isInUse
  }

  const data = {
    sys_app_name: name,
    sys_app_logo: '',
    mode: behaviour.mode,
    captchaRequired: behaviour.captchaRequired,
    loginMethods,
    passwordLinks,
    accessRequests,
    fourEyes,
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
          ...listSchema({ enum: PASSWORD_LINK_USES }),
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
