import { Descriptions } from 'antd'
import { Link } from 'react-router'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { Nodes, useCluster } from './nodes.tsx'
import { useSystem } from './use-system.ts'

/** Shows versions, the database, nodes, keys and webhooks, as far as the user's role may see them. */
export default function SystemPage() {
  const { system } = useTexts()
  const { mayCall } = useOwnSession()
  // With the nodes alone, the page shows these.
  const isPage = !mayCall('GET', '/cluster')
  const { data, error, refetch } = useSystem({ isPage })
  const maySee = isPage || mayCall('GET', '/system')
  return (
    <>
      <PageTitle title={system.title} />
      {maySee && !data && (error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />)}
      <Facts system={data} />
      {mayCall('GET', '/cluster') && <Nodes />}
      {data && <Keys keys={data.keys} />}
      {data && data.webhooks.length > 0 && <Webhooks webhooks={data.webhooks} />}
      <ZoneNote />
    </>
  )
}

function Facts({ system: loaded }: { readonly system: Schemas['System'] | undefined }) {
  const { system, cluster } = useTexts()
  const state = useCluster()
  const facts = [
    ...(state ? [[system.policyVersion, String(state.version)] as const] : []),
    ...(loaded
      ? ([
          [system.version, loaded.version],
          [system.nodeVersion, loaded.nodeVersion],
          [system.database, `${loaded.database.product} ${loaded.database.version}`],
          [system.mode, loaded.mode],
        ] as const)
      : []),
    ...(state ? [[cluster.title, String(state.nodes.length)] as const] : []),
  ]
  if (facts.length === 0) return null
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{system.about}</h2>
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        size="small"
        items={facts.map(([label, value]) => ({ key: label, label, children: value }))}
      />
    </section>
  )
}

function Keys({ keys }: Pick<Schemas['System'], 'keys'>) {
  const { system } = useTexts()
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">{system.keys}</h2>
      <table className="plain cards-on-phone">
        <thead className="head-cells">
          <tr>
            <th scope="col">{system.key}</th>
            <th scope="col">{system.algorithm}</th>
            <th scope="col">{system.state}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ kid, algorithm, state }) => (
            <tr key={kid}>
              <th scope="row">
                <code>{kid ?? 'jwt.secret'}</code>
              </th>
              <td data-label={system.algorithm}>{algorithm}</td>
              <td data-label={system.state}>
                <Mark kind={state === 'signing' ? 'good' : 'plain'}>{system.keyStates[state]}</Mark>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WEBHOOK_MARKS = { new: 'plain', ok: 'good', failing: 'bad' } as const

function Webhooks({ webhooks }: Pick<Schemas['System'], 'webhooks'>) {
  const { system, common } = useTexts()
  const { webhooks: wanted } = useAddress().values
  const shown = webhooks.filter(({ status }) => wanted === undefined || status === wanted)
  return (
    <section className="card" aria-labelledby="webhooks">
      <h2 id="webhooks">{system.webhooks}</h2>
      {wanted !== undefined && (
        <p>
          {system.onlyFailing(shown.length, webhooks.length)} <Link to="/system">{common.showAll}</Link>
        </p>
      )}
      {shown.length > 0 && (
        <table className="plain cards-on-phone">
          <thead className="head-cells">
            <tr>
              <th scope="col">{system.webhook}</th>
              <th scope="col">{system.state}</th>
              <th scope="col">{system.waiting}</th>
              <th scope="col">{system.failures}</th>
              <th scope="col">{system.nextRetry}</th>
              <th scope="col">{system.skipped}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, status, waiting, failures, nextRetry, skipped }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={system.state}>
                  <Mark kind={WEBHOOK_MARKS[status]}>{system.webhookStates[status]}</Mark>
                </td>
                <td data-label={system.waiting}>{waiting}</td>
                <td data-label={system.failures}>{failures}</td>
                <td data-label={system.nextRetry}>
                  {nextRetry === null ? '–' : <TimeAgo iso={nextRetry} />}
                </td>
                <td data-label={system.skipped}>{skipped}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
