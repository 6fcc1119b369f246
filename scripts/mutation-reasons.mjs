/** Mutants that no test can notice, with the reason: { file, code, reason }. */
export const REASONS = []
