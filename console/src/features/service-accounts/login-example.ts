/** Returns the command with which a program logs in. The secret is a variable, so that it is not in the history of a shell. */
export function loginExample(origin: string, username: string): string {
  const name = JSON.stringify(username).replaceAll(/[\\"$`]/g, '\\$&')
  return `curl -s ${origin}/api/v1/login -H 'Content-Type: application/json' \\
  -d "{\\"method\\":\\"service\\",\\"username\\":${name},\\"secret\\":\\"$SECRET\\"}"`
}

const SCRIPT = `TOKEN=$(jq -n '{method: "service", username: env.SERVICE_NAME, secret: env.SERVICE_SECRET}' |
  curl -sS "$SERVICE_URL/api/v1/login" -H 'Content-Type: application/json' -d @- | jq -er .token)
MASK
curl -sS "$SERVICE_URL/api/v1/getinfo" -H "Authorization: Bearer $TOKEN" | jq -e '.code == 200'`

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** Returns complete jobs that log in and call a route, which is to be replaced by one of the own. JSON is YAML too. */
export function jobExamples(origin: string, username: string) {
  const [url, name] = [origin, username].map((text) => JSON.stringify(text))
  return [
    {
      name: 'GitHub Actions',
      file: '.github/workflows/castellan.yml',
      code: `on: [push]
jobs:
  call:
    runs-on: ubuntu-latest
    steps:
      - env:
          SERVICE_URL: ${url}
          SERVICE_NAME: ${name}
          SERVICE_SECRET: \${{ secrets.SERVICE_SECRET }}
        run: |
          ${indented(SCRIPT.replace('MASK', 'echo "::add-mask::$TOKEN"'), 10)}
`,
    },
    {
      name: 'GitLab CI',
      file: '.gitlab-ci.yml',
      code: `call:
  image: alpine:3
  variables:
    SERVICE_URL: ${url}
    SERVICE_NAME: ${name}
  before_script:
    - apk add --no-cache curl jq
  script:
    - |
      ${indented(SCRIPT.replace('MASK\n', ''), 6)}
`,
    },
  ]
}
