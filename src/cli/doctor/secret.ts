import { readFile } from 'node:fs/promises'
import { errorCodeOf } from '../../foundation/refusal/error-code.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { problemOfSecret } from '../../settings/secret.ts'
import type { Source } from '../../settings/settings-error.ts'
import { type Finding, ok, problem, problemOfMessage, skipped, warning } from './finding.ts'

export interface SecretCheckOptions {
  readonly settings: Pick<Settings, 'jwt' | 'gateway'>
  /** Where the settings were written, by key. */
  readonly sources: ReadonlyMap<string, Source>
  /** The file of the generated secret. */
  readonly secretFile: string
}

/** Checks how strong the secrets are and whether they can be seen on the command line. */
export async function checkSecrets(options: SecretCheckOptions): Promise<readonly Finding[]> {
  const { settings, sources, secretFile } = options
  const { secret } = settings.jwt
  const { signingSecret } = settings.gateway
  const findings: Finding[] = []
  if (secret === '') findings.push(await checkSecretFile(secretFile))
  else findings.push(checkConfigured('jwt.secret', secret, sources))
  if (signingSecret !== '') {
    findings.push(checkConfigured('gateway.signingSecret', signingSecret, sources))
    if (signingSecret === secret) {
      findings.push(
        problem(
          'gateway.signingSecret is the same as jwt.secret: services that verify identity headers could issue tokens',
          'Generate another one with: openssl rand -base64 48',
        ),
      )
    }
  }
  return findings
}

function checkConfigured(key: string, secret: string, sources: ReadonlyMap<string, Source>): Finding {
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

async function checkSecretFile(path: string): Promise<Finding> {
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    const weakness = problemOfSecret(secret)
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
