import { type AppLoginMethod, Refusal } from 'castellan'

const { WECHAT_APP_ID = '', WECHAT_SECRET = '' } = process.env
const { WECHAT_API = 'https://api.weixin.qq.com', WECHAT_PAGE = 'https://open.weixin.qq.com' } = process.env

/** The code was issued for another browser, was used before, or is too old. */
const WRONG_CODE = [40029, 40163]

export const wechat: AppLoginMethod<{ code: string }> = {
  name: 'wechat',
  label: 'WeChat',
  fields: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', minLength: 1, maxLength: 512 } },
  },
  // WeChat issues the code to its user, so that no program can find one by trying.
  guessable: false,
  async verify({ code }, { signal }) {
    const query = { appid: WECHAT_APP_ID, secret: WECHAT_SECRET, code, grant_type: 'authorization_code' }
    const url = `${WECHAT_API}/sns/oauth2/access_token?${new URLSearchParams(query)}`
    try {
      const response = await fetch(url, { signal, redirect: 'error' })
      const { openid, errcode } = (await response.json()) as { openid?: string; errcode?: number }
      // The users are linked with: castellan user link alice --issuer app:wechat --subject OPENID
      if (openid) return { subject: openid }
      if (WRONG_CODE.includes(errcode ?? 0)) return undefined
      throw new Error(`WeChat returned ${errcode}`)
    } catch (cause) {
      throw new Refusal('provider-unavailable', { provider: 'WeChat' }, { cause })
    }
  },
}

/** Returns the page of WeChat where the user confirms the login. `state` returns with the code. */
export function wechatUrl(redirectUri: string, state: string): string {
  const query = {
    appid: WECHAT_APP_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  }
  return `${WECHAT_PAGE}/connect/qrconnect?${new URLSearchParams(query)}#wechat_redirect`
}
