import { expect, test } from 'vitest'
import { CONSOLE_PAGES } from '../../../src/features/web/console/pages.ts'
import { FEATURES } from './features.ts'
import { LOGIN_PAGES } from './login-pages.tsx'

test('the features have each page that the service serves, once', () => {
  const pages = [
    ...LOGIN_PAGES.map(({ path = '' }) => path),
    ...FEATURES.flatMap(({ pages = {} }) => Object.keys(pages)),
  ]
  expect(pages.toSorted()).toEqual(CONSOLE_PAGES.toSorted())
})
