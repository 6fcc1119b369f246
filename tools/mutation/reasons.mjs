/**
 * Equivalent mutants: no test can detect them. Each entry has the end of the file's path, a part of the original code, and the
 * reason; `replacement` limits it to mutants whose new code contains that text.
 *
 * @type {readonly { file: string, code: string, replacement?: string, reason: string }[]}
 */
export const REASONS = [
  {
    file: 'token/private-file.ts',
    code: "process.platform !== 'win32'",
    reason: 'The tests run on systems with file modes.',
  },
  {
    file: 'token/generated-secret.ts',
    code: "process.platform !== 'win32'",
    reason: 'The tests run on systems with file modes.',
  },
  {
    file: 'token/key-file.ts',
    code: "createSecretKey(secret, 'utf8')",
    replacement: '""',
    reason: 'UTF-8 is the default encoding.',
  },
  {
    file: 'token/token-key.ts',
    code: "createSecretKey(secret, 'utf8')",
    replacement: '""',
    reason: 'UTF-8 is the default encoding.',
  },
]
