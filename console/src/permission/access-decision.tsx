import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import type { Access, Endpoint, PolicyRule } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { covers } from '../path-pattern.ts'
import { formatEndpoint, formatRule, ruleFor } from './decision.ts'
import { useRoutes } from './use-matrix.ts'
import { useRuleChange } from './use-rule-change.tsx'

interface AccessDecisionProps {
  readonly call: Endpoint
  readonly access: Access
}

/** Shows whether the call is allowed, the rule or the reason, and the rule that is missing. */
export function AccessDecision({ call, access }: AccessDecisionProps) {
  const { permission } = useTexts()
  const { data: routes = [] } = useRoutes()
  const { allowed, why, rule, missingRule, allowsMore, user, roleKey, nearestRules = [], command } = access
  const who = user ? permission.userOfRole(user.username, roleKey) : roleKey
  const endpoint = formatEndpoint(call)
  const matching = routes.filter(({ method, path }) => method === call.method && covers(path, call.path))
  const route = matching.find(({ checks }) => checks === 'both')
  const isForProxies = why === 'none' && matching.some((one) => one.class === 'policy')
  return (
    <Alert
      type={allowed ? 'success' : 'error'}
      showIcon
      title={
        allowed
          ? `${permission.yes}. ${permission.mayCall(who, endpoint)}`
          : `${permission.no}. ${permission.mayNotCall(who, endpoint)}`
      }
      description={
        <>
          <p>
            {rule ? permission.byRule(formatRule(rule)) : permission.whyLong[isForProxies ? 'original' : why]}
          </p>
          {user?.pwdChangeDue && <p>{permission.passwordDue(user.username)}</p>}
          {nearestRules.length > 0 && (
            <>
              <p>{permission.nearestRules}</p>
              <ul>
                {nearestRules.map((near) => (
                  <li key={`${near.differs} ${formatRule(near)}`}>
                    <code>{formatRule(near)}</code> ({permission.differs[near.differs]})
                  </li>
                ))}
              </ul>
            </>
          )}
          {command !== undefined && (
            <p>
              {permission.command} <code>{command}</code>
            </p>
          )}
          {allowsMore && <p>{permission.allowsMore}</p>}
          {missingRule && <MissingRule key={formatRule(missingRule)} rule={missingRule} route={route} />}
        </>
      }
    />
  )
}

interface MissingRuleProps {
  readonly rule: PolicyRule
  readonly route: Endpoint | undefined
}

/** Offers the narrowest rule that allows the call and, if it is another one, the rule for the whole route. */
function MissingRule({ rule, route }: MissingRuleProps) {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const { data: routes = [] } = useRoutes()
  const { addAfterConfirmation } = useRuleChange(routes)
  const [isForRoute, setIsForRoute] = useState(false)
  const wider = route && route.path !== rule.path ? ruleFor(rule.roleKey, route) : undefined
  const chosen = (isForRoute && wider) || rule
  const options = [
    { value: false, label: <code>{formatRule(rule)}</code> },
    ...(wider ? [{ value: true, label: <code>{formatRule(wider)}</code> }] : []),
  ]
  return (
    <div className="missing-rule">
      <p id="missing-rule">{wider ? permission.missingRules : permission.missingRule}</p>
      {wider ? (
        <Radio.Group
          vertical
          aria-labelledby="missing-rule"
          value={isForRoute}
          onChange={(event) => setIsForRoute(event.target.value === true)}
          options={options}
        />
      ) : (
        <code>{formatRule(rule)}</code>
      )}
      {mayCall('POST', '/policy') && (
        <Button onClick={() => addAfterConfirmation(chosen)}>{permission.addRule}</Button>
      )}
    </div>
  )
}
