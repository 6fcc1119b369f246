const ADMINISTRATION = '{casbin-csv,rule-coverage,menu,policy,policy.store}'

const KEYS =
  '{key-administration,key-algorithm,key-file,key-folder,key-folder-writer,key-listing,key-schedule,keys,new-key,open-keys,private-file,signing-secret}'

/**
 * What is mutated, in parts, and the tests that have to notice. Each takes some minutes, and a change in one of them does not
 * make the others run again.
 */
export const PARTS = {
  checks: {
    mutate: ['src/http/{identity-check,permission-check,check,guards}.ts'],
    tests: ['src/http/{identity-check,permission-check,check,guards}.test.ts'],
  },
  login: {
    mutate: ['src/login/*.ts'],
    tests: ['src/login/*.test.ts', 'test/contract/{login-throttle,stored-hash-kinds}.test.ts'],
  },
  captcha: { mutate: ['src/captcha/*.ts'], tests: ['src/captcha/*.test.ts'] },
  token: {
    mutate: ['src/token/*.ts', `!src/token/${KEYS}.ts`],
    tests: ['src/token/{token*,bearer,es256-signature,key-set,keys,revocation*}.test.ts'],
  },
  'token-keys': { mutate: [`src/token/${KEYS}.ts`], tests: [`src/token/${KEYS}.test.ts`] },
  'permission-decision': {
    mutate: ['src/permission/*.ts', `!src/permission/${ADMINISTRATION}.ts`],
    tests: [
      'src/permission/{exclusion-list,literal-children,method,path-characters,path-pattern,permission,policy-index}.test.ts',
    ],
  },
  'permission-administration': {
    mutate: [`src/permission/${ADMINISTRATION}.ts`],
    tests: [`src/permission/${ADMINISTRATION}.test.ts`, 'src/permission/policy.store.rules.test.ts'],
  },
}
