import { listRefusalReasons } from '../../src/platform/refusal/refusal.ts'

const INTRODUCTION = `# Refusal reasons

Every refusal has the header \`X-Castellan-Reason\` with one of the reasons below. A reason is never renamed, so a client can rely on it;
the text of \`msg\` can change and depends on \`Accept-Language\`. New versions can add reasons: treat an unknown one by its \`code\`. A reason reveals no
more than the message; a wrong password and an unknown user have the same one. CORS exposes the header to the origins in \`cors.origins\`.

The body of a refusal with the code 401 is exactly \`{"code":401,"msg":…}\`. All others also have \`reason\`, the same as in the header. With
\`invalid-parameters\`, \`errors\` is a list of \`{field, message}\`: \`field\` is the name of the parameter, such as \`password\` or
\`rules.0.path\`, or empty if the whole request is concerned. \`message\` can be shown to the user.

Names in braces are replaced in the response.
`

/** Returns the reference of all refusal reasons. */
export function refusalReasonsPage(): string {
  const rows = listRefusalReasons().map(({ reason, code, protocol, en }) => {
    const status = protocol ? code : 200
    return `| \`${reason}\` | ${code} | ${status} | ${en} |`
  })
  const head = ['| reason | `code` | HTTP status | `msg` |', '|---|---|---|---|']
  return `${INTRODUCTION}\n${[...head, ...rows].join('\n')}\n`
}
