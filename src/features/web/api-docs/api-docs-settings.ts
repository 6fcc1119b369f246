import { choice, type Group } from '../../../platform/settings/setting.ts'

export const apiDocs = {
  serve: choice({
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    doc: 'Whether the OpenAPI document is served at `/api/v1/openapi.json` and its reference page at `/api/v1/docs`, to everybody without a login. `auto` serves them in development mode only (`application.mode`).',
    example: 'always',
  }),
} satisfies Group
