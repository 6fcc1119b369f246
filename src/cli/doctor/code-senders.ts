import type { Settings } from '../../settings/declarations/declarations.ts'
import { readCaFile } from '../../settings/file/ca-file.ts'
import { problemsOfCodeSenders } from '../../settings/login-code.ts'
import { type Finding, ok, problemOfMessage } from './finding.ts'
import { textOf } from './run-check.ts'

/** Checks what the senders of one-time codes need to start. Returns nothing if the method is not enabled. */
export function checkCodeSenders({ methods, code }: Settings['login']): readonly Finding[] {
  if (!methods.includes('code')) return []
  const found = problemsOfCodeSenders(code)
  if (found.length > 0) return found.map(({ key, problem }) => problemOfMessage(`${key} ${problem}`))
  try {
    readCaFile('login.code.smtp.caFile', code.smtp.caFile)
  } catch (error) {
    return [problemOfMessage(textOf(error))]
  }
  return [ok(`the settings of login.code are complete for ${code.channels.join(' and ')}`)]
}
