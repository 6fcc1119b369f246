const administration =
  'src/permission/{authority,casbin-csv,coverage,menu,menu.routes,permission.routes,policy,policy-administration,policy.routes,policy.store}.ts'

/** What is mutated, in parts: each takes some minutes, and a change in one of them does not make the others run again. */
export const PARTS = {
  checks: ['src/http/{identity-check,permission-check,check,guards}.ts'],
  login: ['src/login/*.ts'],
  captcha: ['src/captcha/*.ts'],
  token: ['src/token/*.ts'],
  'permission-decision': ['src/permission/*.ts', `!${administration}`],
  'permission-administration': [administration],
}
