/** Replaces src/core/password/hash-cost.ts in most tests (see vitest.config.ts): the least cost that argon2 allows. */
export const HASH_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const
