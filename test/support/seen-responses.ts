import { createResponseCheck, readOpenapi, type SeenResponse } from './openapi.ts'

let check: ReturnType<typeof createResponseCheck> | undefined
const problems: string[] = []

/** Compares a response with the OpenAPI document. `takeProblems` returns the difference. */
export function recordResponse(seen: SeenResponse): void {
  check ??= createResponseCheck(readOpenapi())
  const problem = check(seen)
  if (problem !== undefined) problems.push(problem)
}

/** Returns the problems since the last call. */
export function takeProblems(): string[] {
  return problems.splice(0)
}
