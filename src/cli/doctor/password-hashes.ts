import { HASH_LIMIT, isPasswordHash } from '../../authentication/password/hash-function.ts'
import type { StoredHashStore } from '../../authentication/password/stored-hash.store.ts'
import { counted } from '../../foundation/text/counted.ts'
import { type Finding, warning } from './finding.ts'

const USERS_PER_PAGE = 10_000
const MAX_NAMES = 5

/** Reports users who cannot log in with a password, because their stored hash is not accepted. */
export async function checkPasswordHashes(store: StoredHashStore): Promise<readonly Finding[]> {
  const names: string[] = []
  let page = await store.page(0, USERS_PER_PAGE)
  for (let last = page.at(-1); last; last = page.at(-1)) {
    for (const { username, hash } of page) {
      // Users without a password log in with another method.
      if (hash !== '' && !isPasswordHash(hash)) names.push(username)
    }
    page = await store.page(last.id, USERS_PER_PAGE)
  }
  if (names.length === 0) return []
  const others = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name))
  const list = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return [
    warning(
      `${counted(names.length, 'user')} cannot log in with a password, because the stored hash is not accepted: ${list}`,
      `Set a new password: castellan user passwd NAME. Accepted: ${HASH_LIMIT.en}.`,
    ),
  ]
}
