/** `problem`: something does not work or is not secure. `skipped`: the check could not run. */
export type FindingStatus = 'ok' | 'warning' | 'problem' | 'skipped'

/** One result of a check. Its texts never contain a secret. */
export interface Finding {
  readonly status: FindingStatus
  /** What was found; for `skipped`, why the check did not run. */
  readonly found: string
  /** What to do. */
  readonly fix?: string
}

export function ok(found: string): Finding {
  return { status: 'ok', found }
}

export function warning(found: string, fix: string): Finding {
  return { status: 'warning', found, fix }
}

export function problem(found: string, fix: string): Finding {
  return { status: 'problem', found, fix }
}

/** Returns the problem of a message that ends with its fix: "… Fix: generate one" or "…: run this". */
export function problemOfMessage(message: string, defaultFix = 'Follow the message.'): Finding {
  const separator = message.includes(' Fix: ') ? ' Fix: ' : ': '
  const end = message.indexOf(separator)
  if (end === -1) return problem(message, defaultFix)
  const fix = message.slice(end + separator.length)
  return problem(message.slice(0, end).replace(/\.$/, ''), `${fix.charAt(0).toUpperCase()}${fix.slice(1)}`)
}

export function skipped(reason: string, fix?: string): Finding {
  return { status: 'skipped', found: reason, ...(fix === undefined ? {} : { fix }) }
}

/** Returns the worst status of the findings. Skipped checks do not count. */
export function worstOf(findings: readonly Pick<Finding, 'status'>[]): 'ok' | 'warning' | 'problem' {
  const has = (status: FindingStatus) => findings.some((one) => one.status === status)
  if (has('problem')) return 'problem'
  return has('warning') ? 'warning' : 'ok'
}
