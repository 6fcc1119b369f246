import { client } from './client.ts'

export const ownCalls = {
  appConfig: () => client.get('/api/v1/app-config'),
  captcha: client.captcha,
  login: client.login,
  logout: client.logout,
  ownInfo: () => client.get('/api/v1/getinfo'),
  ownProfile: () => client.get('/api/v1/user/profile'),
}
