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
  {
    file: 'login/login-throttle.ts',
    code: "settle(...subjects, 'unknown')",
    reason: 'whatever is not `succeeded` is treated as unknown',
  },
  {
    file: 'login/hash-kind.ts',
    code: '?.groups?.cost',
    reason: 'a match of an expression with names has groups; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'page.at(-1)?.id',
    reason: 'the loop is entered with a page that holds somebody; the type alone asks for the question mark',
  },
  {
    file: 'login/outdated-hashes.ts',
    code: 'looks++',
    reason: 'counted down, the looks come to a round after as many',
  },
  {
    file: 'login/password-hash.ts',
    code: 'const own = hash === undefined',
    became: 'false',
    reason: 'then no hash is a kind of its own, which matches nothing and costs nothing',
  },
  {
    file: 'login/password-hash.ts',
    code: "isExact ? password : ''",
    reason: 'verified for the time that it takes alone: what comes of it is not looked at',
  },
]
