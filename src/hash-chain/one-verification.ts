import type { Verification } from './verify.ts'

/** Reads a whole log: of those who ask while it is under way, all get the same answer. */
export function oneVerification(verify: () => Promise<Verification>): () => Promise<Verification> {
  let underWay: Promise<Verification> | undefined
  return () => {
    underWay ??= verify().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
