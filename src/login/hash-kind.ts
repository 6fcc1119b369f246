/** argon2id as OWASP recommends it; about 20 ms of one core. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const BCRYPT = /^\$2[aby]\$(?<cost>0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/
const ARGON2 =
  /^(?<settings>\$argon2id\$v=19\$m=(?<memory>[1-9]\d{0,6}),t=[1-9]\d?,p=[1-9]\d?\$)[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/
const MAX_MEMORY_COST = 1024 * 1024

/** Whether a text is a hash that can be verified, and for no more than a second or so: some ask for gigabytes. */
export function isPasswordHash(text: string): boolean {
  return decoyOf(text) !== undefined
}

/**
 * A hash of nothing that takes as long to verify as this one. All hashes that take equally long have the same decoy, so
 * that it stands for their kind. Nothing where the text is no hash.
 */
export function decoyOf(hash: string): string | undefined {
  const cost = BCRYPT.exec(hash)?.groups?.cost
  if (cost !== undefined) return `$2b$${cost}$${'.'.repeat(53)}`
  const { settings, memory } = ARGON2.exec(hash)?.groups ?? {}
  return settings === undefined || Number(memory) > MAX_MEMORY_COST ? undefined : argon2Decoy(settings)
}

export function argon2Decoy(settings: string): string {
  return `${settings}${'c2VlIHRoZSBjb21tZW50'}$${'A'.repeat(43)}`
}
