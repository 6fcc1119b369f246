import { Alert } from 'antd'
import { Link } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { EmptyScopes } from './empty-scopes.tsx'
import { CoveredRules, IdleUsers, SameRights, UnusedRoles, UnusedRules } from './report-lists.tsx'
import { isReport, REPORTS, type ReportName } from './report-names.ts'

const LISTS = {
  'unused-rules': UnusedRules,
  'covered-rules': CoveredRules,
  'same-rights': SameRights,
  'unused-roles': UnusedRoles,
  'idle-users': IdleUsers,
  'empty-scopes': EmptyScopes,
} satisfies Record<ReportName, () => React.ReactNode>

/** Lists what a policy and its users no longer need, with a clean-up of each list. */
export default function CleanUpPage() {
  const { cleanUp, problem } = useTexts()
  const { mayCall } = useOwnSession()
  const { values } = useAddress()
  const offered = REPORTS.filter((report) => mayCall('GET', `/report/${report}`))
  const requested = values.report ?? ''
  const shown = isReport(requested) ? requested : offered[0]
  const List = shown && LISTS[shown]
  return (
    <>
      <PageTitle title={cleanUp.title} />
      <nav aria-label={cleanUp.title} className="tabs">
        {offered.map((report) => (
          <Link
            key={report}
            to={`?report=${report}`}
            {...(report === shown ? { className: 'active', 'aria-current': 'page' as const } : {})}
          >
            {cleanUp.tabs[report]}
          </Link>
        ))}
      </nav>
      {shown && <p className="muted">{cleanUp.explanations[shown]}</p>}
      {/* A new list for each report: the selection belongs to one of them. */}
      {List ? (
        <List key={shown} />
      ) : (
        <Alert type="info" title={problem.denied} description={problem.deniedHelp} />
      )}
    </>
  )
}
