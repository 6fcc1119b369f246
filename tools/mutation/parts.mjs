/**
 * The mutated files by part, and the tests that must detect the mutants. Each part runs separately, so that a change in one part
 * does not require running the others again.
 */
export const PARTS = {
  checks: {
    mutate: [
      'src/core/check/{caller-check,identity-check,permission-check}.ts',
      'src/core/check/http/{pipeline,protect,route-path}.ts',
      'src/platform/http/{call/route-spelling,steps/step}.ts',
    ],
    tests: [
      'src/core/check/{caller-check,identity-check,permission-check}.test.ts',
      'src/core/check/http/{pipeline,protect,route-path}.test.ts',
      'src/platform/http/steps/step.test.ts',
    ],
  },
  token: {
    mutate: ['src/core/token/*.ts'],
    tests: ['src/core/token/*.test.ts'],
  },
  'token-keys': {
    mutate: ['src/core/token/keys/*.ts'],
    tests: ['src/core/token/keys/*.test.ts'],
  },
  'permission-decision': {
    mutate: [
      'src/core/permission/{call,exclusion-list,permission,policy-index,policy-rule,policy-steps}.ts',
      'src/core/permission/patterns/*.ts',
      'src/platform/http/call/{method,path-characters,path-limits}.ts',
    ],
    tests: [
      'src/core/permission/{call,exclusion-list,permission,policy-index*}.test.ts',
      'src/core/permission/patterns/*.test.ts',
      'src/platform/http/call/{method,path-characters}.test.ts',
    ],
  },
  'permission-policy': {
    mutate: [
      'src/core/permission/{policy,policy.store}.ts',
      'src/core/permission/rules/{casbin-csv,nearest-rules,policy-difference,route-callers,route-coverage,rule-comparison,rule-coverage}.ts',
    ],
    tests: [
      'src/core/permission/{policy,policy.store,policy.store.*}.test.ts',
      'src/core/permission/rules/{casbin-csv,nearest-rules,policy-difference,route-callers,route-coverage,rule-comparison,rule-coverage}.test.ts',
    ],
  },
}
