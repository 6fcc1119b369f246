import { Alert, Checkbox, Input, Select } from 'antd'
import { Navigate } from 'react-router'
import { useIsPhone } from '../appearance/use-media.ts'
import { useTexts } from '../language/language.tsx'
import { Loading } from '../page/loading.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { Problem } from '../page/problem.tsx'
import { useAddress } from '../page/use-address.ts'
import { ADMIN_ROLE_KEY } from '../role/admin-role.ts'
import { useRoles } from '../role/use-roles.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { Legend } from './legend.tsx'
import { Matrix } from './matrix.tsx'
import { PermissionTabs } from './permission-tabs.tsx'
import { maySeeMatrix, useExclusions, useRoutes, useRulesOf } from './use-matrix.ts'

const SHOWN_AT_FIRST = 6

/** Shows the matrix, or the rules page if the role may not load the matrix. */
export default function MatrixPage() {
  const { mayCall } = useOwnSession()
  return maySeeMatrix(mayCall) ? <RolesAgainstRoutes /> : <Navigate to="/permissions/rules" replace />
}

/** The roles and the route filter are part of the URL. */
function RolesAgainstRoutes() {
  const { permission } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const roles = useRoles()
  const routes = useRoutes()
  const exclusions = useExclusions()
  const isPhone = useIsPhone()
  const { roles: chosen, filter = '', open } = address.values
  const keys = roles.map(({ roleKey }) => roleKey)
  const shown =
    chosen?.split(',').filter((key) => keys.includes(key)) ?? shownAtFirst(keys, isPhone ? 1 : SHOWN_AT_FIRST)
  const rules = useRulesOf(shown)

  const failed = [routes, exclusions, ...rules].find(({ error }) => error)
  const mayChange = mayCall('POST', '/policy') && mayCall('DELETE', '/policy')
  const columns = shown.map((roleKey, i) => ({
    roleKey,
    name: roles.find((role) => role.roleKey === roleKey)?.roleName ?? roleKey,
    rules: rules[i]?.data?.rules,
  }))
  const cut = shown.filter((_key, i) => rules[i]?.data?.isCut)
  const rows = (routes.data ?? [])
    .filter(({ checks }) => open === 'all' || checks === 'both')
    .filter(({ method, path }) => `${method} ${path}`.toLowerCase().includes(filter.toLowerCase()))

  return (
    <>
      <PageTitle title={permission.title} />
      <PermissionTabs />
      <p className="muted">{mayChange ? permission.matrixHelp : permission.matrixReadOnly}</p>
      <search className="filters">
        <Select
          mode="multiple"
          aria-label={permission.roles}
          placeholder={permission.roles}
          maxTagCount="responsive"
          maxTagTextLength={24}
          className="roles-shown"
          value={shown}
          onChange={(next: string[]) => address.set({ roles: next.join(',') })}
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
          checked={open === 'all'}
          onChange={(event) => address.set({ open: event.target.checked ? 'all' : undefined })}
        >
          {permission.withOpen}
        </Checkbox>
      </search>
      <Legend />
      {cut.map((key) => (
        <Alert key={key} type="warning" showIcon title={permission.tooMany(key)} className="above" />
      ))}
      {failed ? (
        <Problem error={failed.error} onRetry={() => void failed.refetch()} />
      ) : routes.data ? (
        <Matrix
          routes={rows}
          allRoutes={routes.data}
          columns={columns}
          exclusions={exclusions.data ?? []}
          mayChange={mayChange}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Admin needs no rules, so it comes last. */
function shownAtFirst(keys: readonly string[], count: number): string[] {
  return [
    ...keys.filter((key) => key !== ADMIN_ROLE_KEY),
    ...keys.filter((key) => key === ADMIN_ROLE_KEY),
  ].slice(0, count)
}
