import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_REQUEST_HOURS, MAX_TEXT_LENGTH } from './limits.ts'

const openapi = new URL('../../../../docs/reference/openapi.json', import.meta.url)
const { schemas } = JSON.parse(readFileSync(openapi, 'utf8')).components

test('the limits of the forms are those of the API', () => {
  expect(schemas.NewAccessRequest.properties).toMatchObject({
    hours: { minimum: 1, maximum: MAX_REQUEST_HOURS },
    reason: { maxLength: MAX_TEXT_LENGTH },
  })
  expect(schemas.AccessDecision.properties).toMatchObject({ note: { maxLength: MAX_TEXT_LENGTH } })
})
