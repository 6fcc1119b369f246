import { createKeyAdministration, type ListedKey } from '../../authentication/token/key-administration.ts'
import { keyFolderOf } from '../../authentication/token/keys.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { behaviourOf } from '../../settings/mode.ts'
import { type Finding, ok, problem, problemOfMessage, warning } from './finding.ts'

/** Checks the folder of the keys: every file can be used, and a key signs now. */
export async function checkKeys(
  settings: Pick<Settings, 'application' | 'jwt' | 'apiDocs'>,
  now: () => number,
): Promise<readonly Finding[]> {
  const { strongSecretRequired, tokenLifetimeSeconds } = behaviourOf(settings)
  const { algorithm, keys: named } = settings.jwt
  const place = { folder: named, dataDir: settings.application.dataDir, strongSecretRequired }
  const folder = keyFolderOf(place, named !== '')
  const { problems } = await folder.read()
  if (problems.length > 0) {
    return problems.map(({ message }) => problemOfMessage(message, 'Replace or remove the file.'))
  }
  const list = await createKeyAdministration({
    folder,
    algorithm,
    tokenLifetimeSeconds,
    strongSecretRequired,
    now,
  }).list()
  const signing = list.find(({ state }) => state === 'signing')
  if (signing !== undefined) return [signingFinding(signing, list, algorithm)]
  if (named === '' && list.length === 0) return [ok(`the first start generates a key for ${algorithm}`)]
  return [
    problem(
      `${folder.path} contains no key that signs now: nobody can log in`,
      'Restore the keys, or run: castellan key rotate --lead 0',
    ),
  ]
}

function signingFinding(signing: ListedKey, list: readonly ListedKey[], algorithm: string): Finding {
  if (signing.kid === null) return ok('jwt.secret signs tokens (HS256)')
  const usable = list.filter(({ state }) => state === 'signing' || state === 'accepted')
  const hasAlgorithm = usable.some((key) => (key.algorithm ?? 'HS256') === algorithm)
  if (!hasAlgorithm) {
    return warning(
      `jwt.algorithm is ${algorithm}, but the key that signs is ${signing.kid} (${signing.algorithm})`,
      `Run "castellan key rotate --algorithm ${algorithm}", or set jwt.algorithm to ${signing.algorithm}.`,
    )
  }
  return ok(`key ${signing.kid} (${signing.algorithm}) signs tokens; ${usable.length} accepted in total`)
}
