import { formatRule } from '../../../core/permission/policy-rule.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Difference } from './differences.ts'
import type { ShadowRun } from './shadow.ts'

/** Returns the differences in words, then what was not compared, and the summary. */
export function shadowLines(run: ShadowRun): string[] {
  return [...run.differences.flatMap(differenceLines), ...notComparedLines(run), summaryOf(run)]
}

function differenceLines(difference: Difference): string[] {
  const { allowedBy, calls, command, note } = difference
  const { red, yellow, bold } = coloursFor(process.stdout)
  // What is allowed here although the old server refuses it can be dangerous; the other is in the way of work.
  const direction = allowedBy === 'castellan' ? red('allowed only here:') : yellow('allowed only there:')
  return [
    `${direction} ${visible(headingOf(difference))}`,
    ...calls.map(({ subject, method, path, requests }) =>
      visible(`  ${subject}: ${method} ${path} (${counted(requests, 'request')})`),
    ),
    ...(command === null ? [] : [`  ${bold('To make it equal:')} ${visible(command)}`]),
    ...(note === null ? [] : [`  ${visible(note)}`]),
    '',
  ]
}

function headingOf({ allowedBy, why, rules }: Difference): string {
  if (rules.length > 0) {
    const list = rules.map(formatRule).join(', ')
    return allowedBy === 'castellan'
      ? `by ${rules.length === 1 ? 'the rule' : 'the rules'} ${list}`
      : `no rule ${list}`
  }
  switch (why) {
    case 'role-disabled':
      return 'the role is disabled here'
    case 'user-disabled':
      return 'the user is disabled here'
    case 'admin':
      return 'the role admin may call everything'
    case 'excluded':
      return 'the exclusion list'
    case 'none':
    case 'identity':
      return 'a route without a permission check'
    default:
      return 'no rule allows it here'
  }
}

function notComparedLines({
  log,
  skipped,
  notFoundThere,
  undecided,
  tokensNotAccepted,
}: ShadowRun): string[] {
  const { examples } = skipped
  const requests = (count: number) => counted(count, 'request')
  const found: readonly (readonly [count: number, text: string])[] = [
    ...undecided.map(
      ({ reason, questions, example }) =>
        [
          questions,
          `${counted(questions, 'call')} without a decision of the old server: ${reason} (${example})`,
        ] as const,
    ),
    [tokensNotAccepted.length, `tokens that the old server does not accept: ${tokensNotAccepted.join(', ')}`],
    [notFoundThere, `${counted(notFoundThere, 'call')} whose path or method the old server does not have`],
    [
      log.malformed,
      `${counted(log.malformed, 'malformed line')} of the log, such as line ${log.malformedLines.join(', ')}`,
    ],
    [
      skipped.notCanonical,
      `${requests(skipped.notCanonical)} with a path that this service refuses, because it is not canonical: ${examples.notCanonical.join(', ')}`,
    ],
    [skipped.unknownUsers, `${requests(skipped.unknownUsers)} of users who do not exist here`],
    [skipped.withoutToken, `${requests(skipped.withoutToken)} of users or roles without a token`],
    [examples.withoutToken.length, `without a token or unknown here: ${examples.withoutToken.join(', ')}`],
    [skipped.otherMethods, `${requests(skipped.otherMethods)} with another method (--methods)`],
    [skipped.otherPaths, `${requests(skipped.otherPaths)} for other paths (--prefix)`],
    [skipped.notFound, `${requests(skipped.notFound)} that the log has as 404 or 405`],
    [skipped.logouts, `${requests(skipped.logouts)} for a logout, which would end the session of the token`],
    [skipped.tooMany, `${requests(skipped.tooMany)} beyond the maximum number of different calls`],
  ]
  const lines = found.filter(([count]) => count > 0).map(([, text]) => visible(`  ${text}`))
  return lines.length === 0 ? [] : ['Not compared:', ...lines, '']
}

function summaryOf({ compared, differing, log }: ShadowRun): string {
  const { red, green, yellow } = coloursFor(process.stdout)
  const from = `(${counted(log.lines, 'line')} of the log)`
  if (compared === 0) return yellow(`no decision was compared ${from}`)
  if (differing > 0) return red(`${differing} of ${counted(compared, 'decision')} differ ${from}`)
  return green(`${counted(compared, 'decision')} equal ${from}`)
}
