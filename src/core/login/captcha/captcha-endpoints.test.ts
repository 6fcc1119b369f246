import { expect, test } from 'vitest'
import { appWith } from '../../../../test/support/route-app.ts'
import { captchaRoute } from './captcha-endpoints.ts'

test('returns the id under both names, and the picture or the recording', async () => {
  const route = captchaRoute({
    issue: async (form = 'image') => ({ id: 'the number', data: `data:${form}` }),
    verify: async () => {},
  })
  const app = appWith('GET', route)
  expect((await app.inject('/')).json()).toEqual({
    code: 200,
    msg: 'OK',
    id: 'the number',
    uuid: 'the number',
    data: 'data:image',
  })
  expect((await app.inject('/?form=image')).json()).toMatchObject({ data: 'data:image' })
  expect((await app.inject('/?form=audio')).json()).toMatchObject({ data: 'data:audio' })
  await app.close()
})
