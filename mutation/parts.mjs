const KEY_FILES = 'key-*,keys,private-file,signing-secret'
const POLICY_FILES = 'casbin-csv,menu,policy,policy.store,rule-coverage'

/**
 * The mutated files by part, and the tests that must detect the mutants. Each part runs separately, so that a change in one part
 * does not require running the others again.
 */
export const PARTS = {
  checks: {
    mutate: [
      'src/guard/{identity-check,permission-check,route-spelling}.ts',
      'src/http/{check,pipeline,protect,route-path}.ts',
    ],
    tests: [
      'src/guard/{identity-check,permission-check}.test.ts',
      'src/http/{check,pipeline,protect,route-path}.test.ts',
    ],
  },
  token: {
    mutate: ['src/token/*.ts', `!src/token/{${KEY_FILES}}.ts`],
    tests: ['src/token/*.test.ts'],
  },
  'token-keys': {
    mutate: [`src/token/{${KEY_FILES}}.ts`],
    tests: ['src/token/{key*,private-file,signing-secret}.test.ts'],
  },
  'permission-decision': {
    mutate: ['src/permission/*.ts', `!src/permission/{${POLICY_FILES}}.ts`],
    tests: ['src/permission/*.test.ts'],
  },
  'permission-policy': {
    mutate: [`src/permission/{${POLICY_FILES}}.ts`],
    tests: [`src/permission/{${POLICY_FILES}}.test.ts`, 'src/permission/policy.store.*.test.ts'],
  },
}
