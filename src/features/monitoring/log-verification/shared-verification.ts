import type { Verification } from './verify.ts'

/** Verifying reads the whole log, so concurrent calls share one verification. */
export function shareVerification(verify: () => Promise<Verification>): () => Promise<Verification> {
  let running: Promise<Verification> | undefined
  return () => {
    running ??= verify().finally(() => {
      running = undefined
    })
    return running
  }
}
