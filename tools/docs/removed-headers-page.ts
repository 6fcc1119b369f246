import { REMOVED_HEADERS } from '../../src/features/web/gateway/removed-headers.ts'

const INTRODUCTION = `# Removed headers

A service behind the [gateway](../how-to/use-the-gateway.md) or a [proxy](../how-to/guard-any-service.md) learns from the signed identity
headers who the caller is. These request headers never reach it, because a client could forge them for a service that believes them, for
example one that was behind another proxy before. An asterisk stands for any characters. Upper and lower case do not matter.

Further names for a service behind the gateway are in \`removeHeaders\` of its entry in [\`gateway.upstreams\`](settings.md#gateway). For a service
behind a proxy, add them to the file of the proxy.

The gateway, Caddy, Envoy and Traefik also remove every name with characters other than letters, digits and hyphens, and nginx ignores these headers:
CGI-like servers do not distinguish \`X_Auth_Request_User\` from \`X-Auth-Request-User\`. nginx can remove headers by their whole names only. It
removes the names in the last column instead of those with an asterisk: add further ones that your services read. \`X-Forwarded-For\`,
\`X-Forwarded-Host\` and \`X-Forwarded-Proto\` are replaced. Traefik and Envoy set some others of them themselves, and remove the
\`X-Forwarded-…\` names in the last column.
`

/** Returns the reference of the headers of a client that upstream services never get. */
export function removedHeadersPage(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const rows = REMOVED_HEADERS.map(
    ({ origin, names, examples = [] }) => `| ${origin} | ${code(names)} | ${code(examples)} |`,
  )
  const head = ['| origin | names | known names with an asterisk |', '|---|---|---|']
  return `${INTRODUCTION}\n${[...head, ...rows].join('\n')}\n`
}
