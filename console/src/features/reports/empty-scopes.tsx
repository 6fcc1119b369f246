import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { UserLink } from '../../shell/own-session/links.tsx'
import { PageTable, usePage } from '../../shell/page/page-table.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { RoleMark } from '../role/select/role-mark.tsx'
import { reportCalls } from './calls.ts'

/** Shows the roles and users who see no rows. Only a change of the role, the user or the department helps. */
export function EmptyScopes() {
  const { cleanUp, user, dataScopes } = useTexts()
  const address = useAddress()
  const { pageIndex = 1, pageSize = 20 } = address.values
  const page = usePage('report empty-scopes', () => reportCalls.emptyScopes({ pageIndex, pageSize }), address)
  const columns = [
    {
      title: user.username,
      key: 'username',
      render: (_: unknown, { userId, username }: Schemas['EmptyScope']) =>
        userId === null || username === null ? (
          <span className="muted">{dataScopes.ofWholeRole}</span>
        ) : (
          <UserLink username={username} userId={userId}>
            <strong>{username}</strong>
          </UserLink>
        ),
    },
    {
      title: user.role,
      key: 'role',
      render: (_: unknown, { roleKey, roleId }: Schemas['EmptyScope']) => (
        <RoleMark roleKey={roleKey} roleId={roleId} />
      ),
    },
    {
      title: dataScopes.cause,
      key: 'reason',
      render: (_: unknown, { reason }: Schemas['EmptyScope']) => dataScopes.decisions[reason],
    },
  ]
  return (
    <PageTable<Schemas['EmptyScope']>
      label={cleanUp.tabs['empty-scopes']}
      columns={columns}
      rowKey={({ roleId, userId }) => `${roleId} ${userId ?? ''}`}
      page={page}
      address={{ ...address, isFiltered: false }}
      empty={cleanUp.empty['empty-scopes']}
    />
  )
}
