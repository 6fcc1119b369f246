/** Returns the command with which a program logs in. The secret is a variable, so that it is not in the history of a shell. */
export function loginExample(origin: string, username: string): string {
  const name = JSON.stringify(username).replaceAll(/[\\"$`]/g, '\\$&')
  return `curl -s ${origin}/api/v1/login -H 'Content-Type: application/json' \\
  -d "{\\"method\\":\\"service\\",\\"username\\":${name},\\"secret\\":\\"$SECRET\\"}"`
}
