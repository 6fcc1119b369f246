import { Alert, Button, Checkbox, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { ChangeTray } from './change-tray.tsx'
import { Legend } from './legend.tsx'
import { Matrix, type MatrixColumn } from './matrix.tsx'
import { endpointKey, groupsOf, rowsOf, withoutUnusedMethods } from './matrix-rows.ts'
import { useMatrixSelection } from './matrix-selection.ts'
import { PermissionTabs } from './permission-tabs.tsx'
import { maySeeMatrix, useExclusions, usePolicy, useRoutes, useRulesOf } from './use-matrix.ts'
import { usePendingChanges } from './use-pending-changes.ts'

/** The number of roles that are shown at first if the policy is too large to load. */
const SHOWN_OF_LARGE_POLICY = 6

/** Shows the matrix, or the rules page if the role may not load the matrix. */
export default function MatrixPage() {
  const { mayCall } = useOwnSession()
  return maySeeMatrix(mayCall) ? <RolesAgainstEndpoints /> : <Navigate to="/permissions/rules" replace />
}

function RolesAgainstEndpoints() {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const { filter = '' } = address.values
  const selection = useMatrixSelection(address)
  const roles = useRoles()
  const routes = useRoutes()
  const exclusions = useExclusions()
  const { queries, columns, rules, tooMany } = useColumns(selection.roles)
  const rows = rowsOf(routes.data ?? [], useSeenEndpoints(rules)).filter(
    ({ checks }) => selection.isWithOpen || checks === 'both',
  )
  const [isWithUnused, setIsWithUnused] = useState(false)
  const matching = rows.filter(({ method, path }) =>
    `${method} ${path}`.toLowerCase().includes(filter.toLowerCase()),
  )
  // A filter finds every endpoint.
  const used = filter === '' ? withoutUnusedMethods(matching, rules ?? []) : matching
  const shown = isWithUnused ? matching : used
  const failed = [routes, exclusions, ...queries].find(({ error }) => error)
  const mayChange = mayCall('POST', '/policy/change')
  const pending = usePendingChanges()

  return (
    <>
      <PageTitle title={permission.title} />
      <PermissionTabs />
      <p className="muted">{mayChange ? permission.matrixHelp : permission.matrixReadOnly}</p>
      <search className="filters">
        <Select
          mode="multiple"
          allowClear
          aria-label={permission.roles}
          placeholder={permission.allRoles}
          maxTagCount="responsive"
          maxTagTextLength={24}
          className="roles-shown"
          showSearch={{ optionFilterProp: 'label' }}
          value={selection.roles ? columns.map(({ roleKey }) => roleKey) : []}
          onChange={(next: string[]) => selection.select({ roles: next })}
          options={roles.map(({ roleKey, roleName }) => ({
            value: roleKey,
            label: `${roleName} (${roleKey})`,
          }))}
        />
        <Input
          allowClear
          aria-label={permission.filter}
          placeholder={permission.filter}
          value={filter}
          onChange={(event) => address.set({ filter: event.target.value })}
        />
        <Checkbox
          checked={selection.isWithOpen}
          onChange={(event) => selection.select({ isWithOpen: event.target.checked })}
        >
          {permission.withOpen}
        </Checkbox>
      </search>
      <Legend />
      {tooMany.map((key) => (
        <Alert key={key} type="warning" showIcon title={permission.tooMany(key)} className="above" />
      ))}
      {failed ? (
        <Problem error={failed.error} onRetry={() => void failed.refetch()} />
      ) : routes.data && rules && roles.length > 0 ? (
        <>
          <p className="muted">
            {permission.shown(columns.length, roles.length, shown.length, rows.length)}{' '}
            {used.length < matching.length && (
              <Button type="link" size="small" onClick={() => setIsWithUnused(!isWithUnused)}>
                {isWithUnused ? permission.hideUnused : permission.showUnused(matching.length - used.length)}
              </Button>
            )}
          </p>
          <Matrix
            groups={groupsOf(shown)}
            columns={columns}
            exclusions={exclusions.data ?? []}
            mayChange={mayChange}
            pending={pending.changes}
            isSending={pending.isSending}
            onChange={pending.set}
          />
        </>
      ) : (
        <Loading />
      )}
      <ChangeTray pending={pending} routes={routes.data ?? []} />
    </>
  )
}

/** Loads the rules of the selected roles: with the whole policy, or by role if the policy is too large. */
function useColumns(selected: readonly string[] | undefined) {
  const roles = useRoles()
  const policy = usePolicy()
  const isLarge = policy.data === 'too-many'
  const keys = roles.map(({ roleKey }) => roleKey)
  const shown = selected
    ? keys.filter((key) => selected.includes(key))
    : keys.slice(0, isLarge ? SHOWN_OF_LARGE_POLICY : undefined)
  const byRole = useRulesOf(isLarge ? shown : [])

  const whole = typeof policy.data === 'object' ? policy.data : undefined
  const rulesOfWhole = new Map<string, Schemas['Rule'][]>()
  for (const rule of whole ?? []) {
    const rules = rulesOfWhole.get(rule.roleKey)
    if (rules) rules.push(rule)
    else rulesOfWhole.set(rule.roleKey, [rule])
  }
  const columns = shown.map((roleKey, i): MatrixColumn => {
    const loaded = byRole[i]?.data
    return {
      roleKey,
      name: roles.find((role) => role.roleKey === roleKey)?.roleName ?? roleKey,
      rules: whole ? (rulesOfWhole.get(roleKey) ?? []) : typeof loaded === 'object' ? loaded : undefined,
    }
  })
  return {
    columns,
    queries: [policy, ...byRole],
    /** The loaded rules; undefined until the policy or its size is known. */
    rules: isLarge ? columns.flatMap(({ rules = [] }) => rules) : whole,
    tooMany: shown.filter((_key, i) => byRole[i]?.data === 'too-many'),
  }
}

/** Returns the endpoints of all rules since the page was opened, so that a row stays when its last rule is removed. */
function useSeenEndpoints(rules: readonly Schemas['Rule'][] | undefined): Iterable<Endpoint> {
  const seen = useRef(new Map<string, Endpoint>())
  for (const rule of rules ?? []) seen.current.set(endpointKey(rule), rule)
  return seen.current.values()
}
