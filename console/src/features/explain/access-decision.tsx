import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink, RouteLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { covers } from '../../shell/own-session/path-pattern.ts'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { formatEndpoint, formatRule } from '../permission/decision.ts'
import { useAddRule } from '../permission/use-add-rule.tsx'
import { useRoutes } from '../permission/use-matrix.ts'

interface AccessDecisionProps {
  readonly call: Endpoint
  readonly access: Schemas['Access']
}

/** Shows whether the call is allowed, the rule or the reason, and the rule that is missing. */
export function AccessDecision({ call, access }: AccessDecisionProps) {
  const { permission, explain } = useTexts()
  const { data: routes = [] } = useRoutes()
  const {
    allowed,
    why,
    rule,
    missingRule,
    routeRule,
    allowsMore,
    user,
    roleKey,
    nearestRules = [],
    command,
  } = access
  const who = user ? explain.userOfRole(user.username, roleKey) : roleKey
  const endpoint = formatEndpoint(call)
  const matching = routes.filter(({ method, path }) => method === call.method && covers(path, call.path))
  const isForProxies = why === 'none' && matching.some((one) => one.class === 'policy')
  return (
    <Alert
      type={allowed ? 'success' : 'error'}
      showIcon
      title={allowed ? explain.mayCall(who, endpoint) : explain.mayNotCall(who, endpoint)}
      description={
        <>
          <p>
            {rule ? permission.byRule(formatRule(rule)) : permission.whyLong[isForProxies ? 'original' : why]}
          </p>
          {user?.roleUntil && (
            <p>
              {explain.roleUntil} <LocalTime iso={user.roleUntil} />
            </p>
          )}
          {user?.pwdChangeDue && <p>{explain.passwordDue(user.username)}</p>}
          {nearestRules.length > 0 && (
            <>
              <p>{explain.nearestRules}</p>
              <ul>
                {nearestRules.map((near) => (
                  <li key={`${near.differs} ${formatRule(near)}`}>
                    <RuleLinks rule={near} /> ({explain.differs[near.differs]})
                  </li>
                ))}
              </ul>
            </>
          )}
          {command !== undefined && (
            <p>
              {explain.command} <code>{command}</code>
            </p>
          )}
          {allowsMore && !routeRule && <p>{explain.allowsMore}</p>}
          {missingRule && (
            <MissingRule key={formatRule(missingRule)} rule={missingRule} routeRule={routeRule} />
          )}
        </>
      }
    />
  )
}

/** Shows a rule whose role and path are links. */
function RuleLinks({ rule: { roleKey, method, path } }: { readonly rule: Schemas['Rule'] }) {
  return (
    <code>
      <RoleLink roleKey={roleKey} /> {method} <RouteLink path={path}>{path}</RouteLink>
    </code>
  )
}

interface MissingRuleProps {
  readonly rule: Schemas['Rule']
  readonly routeRule: Schemas['Rule'] | undefined
}

/** Offers the rule for the whole route, if it is known, and the narrowest rule that allows the call. */
function MissingRule({ rule, routeRule }: MissingRuleProps) {
  const { permission, explain } = useTexts()
  const { mayCall } = useOwnSession()
  const addRule = useAddRule()
  const [isForRoute, setIsForRoute] = useState(true)
  const chosen = (isForRoute && routeRule) || rule
  return (
    <div className="missing-rule">
      <p id="missing-rule">{routeRule ? explain.missingRules : explain.missingRule}</p>
      {routeRule ? (
        <Radio.Group
          vertical
          aria-labelledby="missing-rule"
          value={isForRoute}
          onChange={(event) => setIsForRoute(event.target.value === true)}
          options={[
            { value: true, label: <code>{formatRule(routeRule)}</code> },
            { value: false, label: <code>{formatRule(rule)}</code> },
          ]}
        />
      ) : (
        <code>{formatRule(rule)}</code>
      )}
      {mayCall('POST', '/policy') && <Button onClick={() => addRule(chosen)}>{permission.addRule}</Button>}
    </div>
  )
}
