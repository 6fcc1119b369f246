import { createResponseCheck, type OpenapiDocument, readOpenapi, type SeenResponse } from './openapi.ts'

let check: ReturnType<typeof createResponseCheck> | undefined
const problems: string[] = []

/** Compares the following responses with another document: that of a service with optional endpoints. Undefined: with the usual one. */
export function compareWith(document: OpenapiDocument | undefined): void {
  check = document && createResponseCheck(document)
}

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
