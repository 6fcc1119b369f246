import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { createSecondFactorStore } from './second-factor.store.ts'
import { ENROLMENT_LIFETIME_MS } from './second-factor.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** Other changes wait for a batch. */
const SECRETS_PER_BATCH = 200

export interface RotateOptions {
  readonly cipher: SecretCipher
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Encrypts all secrets of second factors with the key of the cipher. Each batch is a transaction, so that an interrupted
 * run can be repeated. Secrets that the cipher cannot decrypt stay as they are. Returns the fingerprint of the key, how many
 * secrets were encrypted with it, how many of other keys are left, and the users whose secrets could not be decrypted.
 */
export async function rotateSecondFactorKey(
  operations: Operations,
  operator: Operator,
  { cipher, onProgress = () => {} }: RotateOptions,
) {
  const { total } = await operations.run(operator, async ({ transaction, at }) => {
    const store = createSecondFactorStore(transaction)
    // Nobody can confirm them, and nobody could reset one that cannot be decrypted.
    await store.deleteUnconfirmed(at - ENROLMENT_LIFETIME_MS)
    return { total: await store.countOfOtherKeys(cipher.prefix) }
  })
  const unreadable: string[] = []
  let [done, encrypted, afterId] = [0, 0, 0]
  for (;;) {
    const from = { afterId, isNoted: encrypted > 0 }
    const batch = await operations.run(operator, (operation) => encryptBatch(operation, cipher, from))
    if (batch.size === 0) break
    done += batch.size
    encrypted += batch.encrypted
    afterId = batch.lastId
    unreadable.push(...batch.unreadable)
    onProgress(done, total)
  }
  const { left } = await operations.run(operator, async ({ transaction }) => ({
    left: await createSecondFactorStore(transaction).countOfOtherKeys(cipher.prefix),
  }))
  return { key: cipher.fingerprint, encrypted, left, unreadable }
}

async function encryptBatch(
  operation: Operation,
  cipher: SecretCipher,
  { afterId, isNoted }: { readonly afterId: number; readonly isNoted: boolean },
) {
  const store = createSecondFactorStore(operation.transaction)
  const batch = await store.listOfOtherKeys(cipher.prefix, { afterId, limit: SECRETS_PER_BATCH })
  const unreadable: string[] = []
  let encrypted = 0
  for (const { userId, username, secret } of batch) {
    const plain = decrypted(cipher, userId, secret)
    if (plain === undefined) unreadable.push(username)
    else if (await store.replaceSecret(userId, secret, cipher.encrypt(userId, plain))) encrypted++
  }
  // One entry for all batches, with the first secret that is changed: a run that is interrupted has it too.
  if (encrypted > 0 && !isNoted) {
    await operation.note({
      action: 'user.second-factor-key',
      target: 'second factors',
      before: { key: cipher.acceptedFingerprint },
      after: { key: cipher.fingerprint },
    })
  }
  return { size: batch.length, lastId: batch.at(-1)?.userId ?? afterId, encrypted, unreadable }
}

function decrypted(cipher: SecretCipher, userId: number, secret: string): string | undefined {
  try {
    return cipher.decrypt(userId, secret)
  } catch {
    return undefined
  }
}
