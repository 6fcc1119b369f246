import { Segmented } from 'antd'
import { Navigate } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { SuspendedUsers } from '../four-eyes/suspended-users.tsx'
import { Throttles } from '../login/throttles.tsx'
import { Attention, maySeeAttention } from './attention.tsx'
import { OVERVIEW_ENDPOINTS } from './endpoints.ts'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LoginsChart } from './logins-chart.tsx'
import { Ranking } from './ranking.tsx'
import { useOverview } from './use-overview.ts'

const SPANS = [24, 72, 168]

/** Shows the state of the service, as far as the user's role may see it. */
export default function OverviewPage() {
  const { overview } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const maySee = mayCall('GET', '/overview')
  const hasAttention = maySeeAttention(mayCall)
  const hours = SPANS.find((span) => String(span) === address.values.hours) ?? 24

  const maySeeThrottles = mayCall('GET', '/throttle')

  if (!OVERVIEW_ENDPOINTS.some((path) => mayCall('GET', path))) return <Navigate to="/profile" replace />
  return (
    <>
      <PageTitle title={overview.title}>
        {maySee && (
          <Segmented
            aria-label={overview.span}
            value={hours}
            options={SPANS.map((span) => ({ value: span, label: overview.hours(span) }))}
            onChange={(span) => address.set({ hours: span === 24 ? undefined : String(span) })}
          />
        )}
      </PageTitle>
      <SuspendedUsers />
      <FirstSteps />
      {hasAttention && <Attention hours={hours} />}
      {maySee && <Logins hours={hours} />}
      {maySeeThrottles && (
        <Throttles roleKey={address.values.blocked} onShowAll={() => address.set({ blocked: undefined })} />
      )}
      <ZoneNote />
    </>
  )
}

function Logins({ hours }: { readonly hours: number }) {
  const { overview } = useTexts()
  const { data, error, refetch } = useOverview(hours)
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <Figures overview={data} />
      <section className="card" aria-labelledby="chart">
        <h2 id="chart">{overview.chart}</h2>
        <LoginsChart hours={data.hours} />
      </section>
      <div className="columns">
        <Ranking
          title={overview.names}
          filter="username"
          period={data}
          rows={data.failingNames.map(({ username, count, exists }) => ({
            name: username,
            count,
            ...(exists ? {} : { mark: overview.noSuchUser }),
          }))}
        />
        <Ranking
          title={overview.addresses}
          filter="ipaddr"
          period={data}
          rows={data.failingAddresses.map(({ ipaddr, count }) => ({ name: ipaddr, count }))}
        />
      </div>
    </>
  )
}
