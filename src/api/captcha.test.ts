import { expect, test } from 'vitest'
import { appWith } from '../../test/support/route-app.ts'
import { captchaRoute } from './captcha.ts'

test('returns the id under both names, and the picture', async () => {
  const route = captchaRoute({
    issue: async () => ({ id: 'the number', image: 'data:image/png;base64,AAAA' }),
    verify: async () => {},
  })
  const app = appWith('GET', route)
  expect((await app.inject('/')).json()).toEqual({
    code: 200,
    msg: 'OK',
    id: 'the number',
    uuid: 'the number',
    data: 'data:image/png;base64,AAAA',
  })
  await app.close()
})
