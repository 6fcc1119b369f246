import type { UpstreamInput } from '../../../src/features/web/gateway/upstream-settings.ts'
import { login } from '../../support/client.ts'
import { addRole, addUser, loginOperator, type Operator, passwordOf } from '../../support/operator.ts'
import { SIGNING_SECRET } from '../../support/signed-call.ts'
import { type Standalone, startStandalone } from '../../support/standalone.ts'

export interface Gateway extends Standalone {
  readonly admin: Operator
}

type Settings = NonNullable<Parameters<typeof startStandalone>[0]>

/** Starts the service with upstream services, and logs in. */
export async function startGateway(
  upstreams: readonly UpstreamInput[],
  settings: Settings = {},
): Promise<Gateway> {
  const service = await startStandalone({
    ...settings,
    gateway: { signingSecret: SIGNING_SECRET, upstreams, ...settings.gateway },
  })
  return { ...service, admin: await loginOperator(service.base) }
}

/** Creates a user with a role that has these rules. Returns the user's token. */
export async function loginWithRules(
  { base, admin }: Gateway,
  username: string,
  rules: readonly { method: string; path: string }[],
): Promise<string> {
  const roleId = await addRole(admin, `role-of-${username}`, rules)
  await addUser(admin, username, roleId)
  return login(base, { username, password: passwordOf(username) })
}
