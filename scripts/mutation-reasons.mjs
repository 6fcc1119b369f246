/**
 * Why a mutant survives that no test can tell from the original, or that is not worth telling from it: by the end of its
 * file's name, a piece of the code on its lines, and, where those are not enough, a piece of what it became.
 */
export const REASONS = [
  {
    file: 'http/guards.ts',
    code: "request.raw.url ?? ''",
    reason: 'Node gives every request that a server receives a path; the type alone allows none',
  },
  {
    file: 'http/guards.ts',
    code: 'guards[passed++]?.call',
    reason: 'the line before ends where there is no further guard; the type alone asks for the question mark',
  },
]
