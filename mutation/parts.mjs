const KEY_FILES = 'key-*,keys,private-file,generated-secret'
const POLICY_FILES = 'casbin-csv,menu,policy,policy.store,rule-coverage'

/**
 * The mutated files by part, and the tests that must detect the mutants. Each part runs separately, so that a change in one part
 * does not require running the others again.
 */
export const PARTS = {
  checks: {
    mutate: [
      'src/authorization/guard/{identity-check,permission-check,route-spelling}.ts',
      'src/server/http/{steps/step,steps/pipeline,protect,route-path}.ts',
    ],
    tests: [
      'src/authorization/guard/{identity-check,permission-check}.test.ts',
      'src/server/http/{steps/step,steps/pipeline,protect,route-path}.test.ts',
    ],
  },
  token: {
    mutate: ['src/authentication/token/*.ts', `!src/authentication/token/{${KEY_FILES}}.ts`],
    tests: ['src/authentication/token/*.test.ts'],
  },
  'token-keys': {
    mutate: [`src/authentication/token/{${KEY_FILES}}.ts`],
    tests: ['src/authentication/token/{key*,private-file,generated-secret}.test.ts'],
  },
  'permission-decision': {
    mutate: ['src/authorization/permission/*.ts', `!src/authorization/permission/{${POLICY_FILES}}.ts`],
    tests: ['src/authorization/permission/*.test.ts'],
  },
  'permission-policy': {
    mutate: [`src/authorization/permission/{${POLICY_FILES}}.ts`],
    tests: [
      `src/authorization/permission/{${POLICY_FILES}}.test.ts`,
      'src/authorization/permission/policy.store.*.test.ts',
    ],
  },
}
