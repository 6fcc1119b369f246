import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RouteLink } from '../../shell/own-session/links.tsx'
import { ErrorAlert } from '../../shell/page/error-alert.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { RoleSelect } from '../role/select/role-select.tsx'
import { reportCalls } from './calls.ts'

/** The rules of one side of a comparison of roles. */
interface ComparedRules {
  readonly count: number
  readonly rules: readonly (Endpoint & { readonly isCovered?: boolean })[]
}

/** Compares the rules of a role with those of another one, which is part of the URL. */
export function RoleComparison({ role: { roleKey } }: { readonly role: Schemas['Role'] }) {
  const { comparison } = useTexts()
  const address = useAddress()
  const { compare } = address.values
  const query = { first: roleKey, second: compare ?? '' }
  const { data, error } = useQuery({
    queryKey: ['compared-roles', query],
    queryFn: () => reportCalls.compareRoles(query),
    enabled: compare !== undefined,
    retry: false,
  })
  return (
    <section className="card" aria-labelledby="comparison">
      <h2 id="comparison">{comparison.title}</h2>
      <Form layout="vertical">
        <Form.Item label={comparison.compareWith} htmlFor="compare">
          <RoleSelect
            id="compare"
            {...(compare === undefined ? {} : { value: compare })}
            onChange={(other) => address.set({ compare: other })}
          />
        </Form.Item>
      </Form>
      <div aria-live="polite">
        {error && <ErrorAlert error={error} />}
        {data && !error && compare !== undefined && (
          <div className="columns">
            <Rules title={comparison.onlyIn(roleKey, data.onlyFirst.count)} compared={data.onlyFirst} />
            <Rules title={comparison.onlyIn(compare, data.onlySecond.count)} compared={data.onlySecond} />
            <Rules title={comparison.inBoth(data.both.count)} compared={data.both} />
          </div>
        )}
      </div>
    </section>
  )
}

function Rules({ title, compared }: { readonly title: string; readonly compared: ComparedRules }) {
  const { user, comparison } = useTexts()
  const { count, rules } = compared
  return (
    <div>
      <h3>{title}</h3>
      {count === 0 ? (
        <p className="muted">–</p>
      ) : (
        <ul className="endpoints">
          {rules.map(({ method, path, isCovered }) => (
            <li key={`${method} ${path}`}>
              <RouteLink path={path}>
                <code>
                  {method} {path}
                </code>
              </RouteLink>{' '}
              {isCovered && <Mark kind="plain">{comparison.covered}</Mark>}
            </li>
          ))}
        </ul>
      )}
      {count > rules.length && <p className="muted">{user.moreRules(count - rules.length)}</p>}
    </div>
  )
}
