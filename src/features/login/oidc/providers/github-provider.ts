import { createHash } from 'node:crypto'
import { isJsonObject } from '../../../../platform/text/json-object.ts'
import type { Provider, ProviderOptions } from './provider.ts'
import { ProviderRefusal } from './provider-error.ts'
import { type Json, requestJson, requestJsonValue, textIn } from './provider-response.ts'

/** The scope with which GitHub returns the organizations and teams of a user. */
const ORGANIZATIONS_SCOPE = 'read:org'
const PER_PAGE = '100'

/** Creates the provider for GitHub: OAuth 2 with PKCE, and the user API instead of an ID token. */
export function createGithubProvider({ setting, redirectUri, boundedFetch }: ProviderOptions): Provider {
  const { issuer, loginUrl, apiUrl, clientId, clientSecret, scopes } = setting

  async function accessTokenOf(code: string, verifier: string): Promise<string> {
    const response = await requestJson(boundedFetch, new URL(`${loginUrl}/login/oauth/access_token`), {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    })
    const token = textIn(response, 'access_token')
    // GitHub reports errors with HTTP status 200.
    if (token === '')
      throw new ProviderRefusal(`no access token (${textIn(response, 'error') || 'no error code'})`)
    return token
  }

  async function organizationsOf(token: string): Promise<Json> {
    if (!scopes.includes(ORGANIZATIONS_SCOPE)) return {}
    const organizations = await listOf('/user/orgs', token)
    const teams = await listOf('/user/teams', token)
    return {
      organizations: organizations.map((organization) => textIn(organization, 'login')),
      teams: teams.map((team) => {
        const organization = isJsonObject(team.organization) ? textIn(team.organization, 'login') : ''
        return `${organization}/${textIn(team, 'slug')}`
      }),
    }
  }

  async function listOf(path: string, token: string): Promise<readonly Json[]> {
    const url = new URL(apiUrl + path)
    url.searchParams.set('per_page', PER_PAGE)
    const list = await requestJsonValue(boundedFetch, url, { headers: headersFor(token) })
    if (!Array.isArray(list)) throw new ProviderRefusal(`${path} did not return a list`)
    return list.filter(isJsonObject)
  }

  return {
    async authorizationUrl({ state, verifier }) {
      const url = new URL(`${loginUrl}/login/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url
    },

    async identityOf({ code, iss }, { verifier }) {
      // The second form is that of GitHub's own metadata.
      if (!['', issuer, `${issuer}/login/oauth`].includes(iss)) throw new ProviderRefusal('another issuer')
      const token = await accessTokenOf(code, verifier)
      const user = await requestJson(boundedFetch, new URL(`${apiUrl}/user`), { headers: headersFor(token) })
      // The number stays the same if the user changes the name, which somebody else can then take.
      const subject = Number.isSafeInteger(user.id) ? textIn(user, 'id') : ''
      if (subject === '') throw new ProviderRefusal('the user API returned no id')
      return { issuer, subject, claims: { ...user, ...(await organizationsOf(token)) } }
    },
  }
}

function headersFor(token: string): Readonly<Record<string, string>> {
  return {
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'X-GitHub-Api-Version': '2022-11-28',
  }
}
