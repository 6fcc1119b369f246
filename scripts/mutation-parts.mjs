/** What is mutated, in parts: a change in one of them does not make the others run again. */
export const PARTS = {
  checks: ['src/http/{identity-check,permission-check,check,guards}.ts'],
  login: ['src/login/*.ts'],
  captcha: ['src/captcha/*.ts'],
  token: ['src/token/*.ts'],
  permission: ['src/permission/*.ts'],
}
