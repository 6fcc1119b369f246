/** The parameters that OWASP recommends for argon2id: about 20 ms on one core. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
