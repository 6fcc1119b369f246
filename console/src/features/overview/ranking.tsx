import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { exactName } from '../../shell/page/name-filter.ts'

interface RankingProps {
  readonly title: string
  /** The login log filter that a row links to. */
  readonly filter: 'username' | 'ipaddr'
  /** The time in which the failures were counted. */
  readonly period: { readonly from: string; readonly to: string }
  readonly rows: readonly { readonly name: string; readonly count: number; readonly mark?: string }[]
}

/** Ranks usernames or addresses by failed logins. */
export function Ranking({ title, filter, period: { from, to }, rows }: RankingProps) {
  const { overview } = useTexts()
  const { mayCall } = useOwnSession()
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const mayLook = mayCall('GET', '/sys-login-log')
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted quiet">{overview.noFailures}</p>
      ) : (
        <ol className="ranking">
          {rows.map(({ name, count, mark }) => (
            <li key={name}>
              <span className="ranking-name">
                {mayLook && name !== '' ? (
                  <Link
                    to={addressOf('/login-log', {
                      [filter]: filter === 'username' ? exactName(name) : name,
                      status: '1',
                      beginTime: from,
                      endTime: to,
                    })}
                  >
                    {name}
                  </Link>
                ) : (
                  name || '–'
                )}{' '}
                {mark && <Mark kind="plain">{mark}</Mark>}
              </span>
              <span className="ranking-count">{overview.failuresOf(count)}</span>
              <svg className="ranking-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="1" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
