import { readFile } from 'node:fs/promises'
import type { LoadedSettings } from '../../../core/settings/load-settings.ts'
import { behaviourOf, type ModeSettings, warningOfMode } from '../../../core/settings/mode.ts'
import {
  type Finding,
  ok,
  problem,
  problemOfMessage,
  skipped,
  warning,
} from '../../../platform/cli/output/finding.ts'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { DAY_IN_SECONDS, HOUR_IN_SECONDS, MINUTE_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import { isLoopbackHost } from '../../../platform/settings/addresses.ts'
import { problemOfSecret } from '../../../platform/settings/secret.ts'
import { counted } from '../../../platform/text/counted.ts'

interface HostSettings {
  readonly application: { readonly host: string }
}

/** Development mode is a problem if the service listens on other addresses than those of this machine. */
export function checkMode(settings: ModeSettings & HostSettings): readonly Finding[] {
  const { mode, isDev, captchaMethods, tokenLifetimeSeconds } = behaviourOf(settings)
  if (!isDev) {
    const unusual = warningOfMode(mode)
    if (unusual !== undefined) return [warning(unusual, 'Set application.mode to "prod".')]
    const without = settings.login.methods.filter((name) => !captchaMethods.includes(name))
    const exception = without.length === 0 ? '' : ` except with ${without.join(' and ')}`
    return [
      ok(
        `${mode}: login requires a captcha${exception}, and tokens are valid for ${durationText(tokenLifetimeSeconds)}`,
      ),
    ]
  }
  const found = `${mode}: login requires no captcha, tokens are valid for 100 years, and weak secrets are accepted`
  const fix =
    'For everything but development: set application.mode to "prod" and restart. The tokens of dev are refused then, and their sessions end.'
  const { host } = settings.application
  if (isLoopbackHost(host)) return [warning(found, fix)]
  return [problem(`${found}, although the service listens on ${host}`, fix)]
}

function durationText(seconds: number): string {
  const units = [
    ['day', DAY_IN_SECONDS],
    ['hour', HOUR_IN_SECONDS],
    ['minute', MINUTE_IN_SECONDS],
  ] as const
  const [name, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1]
  return counted(seconds / length, name)
}

/** Shorter prefixes contain networks of many owners. */
const MIN_PREFIX_LENGTH = { ipv4: 8, ipv6: 16 }

/** Checks which proxies are trusted to name the address of a client. */
export function checkTrustedRanges({
  trustProxy,
}: {
  readonly trustProxy: readonly string[]
}): readonly Finding[] {
  if (trustProxy.length === 0) {
    return [ok('application.trustProxy is empty: the address of a connection is that of the client')]
  }
  const wide = trustProxy.filter(isTooWide)
  if (wide.length === 0) return [ok(`application.trustProxy trusts ${trustProxy.join(', ')}`)]
  return [
    problem(
      `application.trustProxy trusts ${wide.join(', ')}: almost every client can choose its own address with X-Forwarded-For, and get around the limits of login attempts`,
      'List only the addresses of your own proxies, such as 10.0.3.7 or 10.0.3.0/24.',
    ),
  ]
}

function isTooWide(range: string): boolean {
  const [address = '', prefix] = range.split('/')
  const min = address.includes(':') ? MIN_PREFIX_LENGTH.ipv6 : MIN_PREFIX_LENGTH.ipv4
  return prefix !== undefined && Number(prefix) < min
}

/** Checks how strong the secrets are and whether they can be seen on the command line. */
export async function checkSecrets(
  { settings, sources }: Pick<LoadedSettings, 'settings' | 'sources'>,
  secretFile: string,
): Promise<readonly Finding[]> {
  const { secret } = settings.jwt
  const { signingSecret = '' }: { readonly signingSecret?: string } = settings.gateway
  const findings =
    secret === '' ? [await checkSecretFile(secretFile)] : [checkConfigured('jwt.secret', secret, sources)]
  if (signingSecret === '') return findings
  findings.push(checkConfigured('gateway.signingSecret', signingSecret, sources))
  if (signingSecret === secret) {
    findings.push(
      problem(
        'gateway.signingSecret is the same as jwt.secret: services that verify identity headers could issue tokens',
        'Generate another one with: openssl rand -base64 48',
      ),
    )
  }
  return findings
}

function checkConfigured(key: string, secret: string, sources: LoadedSettings['sources']): Finding {
  const weakness = problemOfSecret(secret)
  if (weakness !== undefined) return problemOfMessage(`${key} ${weakness}`)
  if (sources.get(key)?.kind === 'flag') {
    return warning(
      `${key} is on the command line, where other users of this machine can read it`,
      `Write it to a file and use --set ${key}=@FILE.`,
    )
  }
  return ok(`${key} is set, has ${Buffer.byteLength(secret)} bytes and is not publicly known`)
}

/** Checks the file of the generated secret. */
async function checkSecretFile(path: string): Promise<Finding> {
  try {
    const weakness = problemOfSecret((await readFile(path, 'utf8')).trim())
    return weakness === undefined
      ? ok(`${path} contains the generated secret`)
      : problemOfMessage(`${path} ${weakness}`)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return ok('jwt.secret is not set: the first start generates a secret')
    if (code === 'EACCES')
      return skipped(`this user cannot read ${path}`, 'Run it as the user of the service.')
    throw error
  }
}
