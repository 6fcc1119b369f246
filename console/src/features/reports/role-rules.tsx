import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RouteLink } from '../../shell/own-session/links.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { reportCalls } from './calls.ts'

const MAX_RULES = 50

/** Shows the rules of a role with their last use. */
export function RoleRules({ roleKey }: { readonly roleKey: string }) {
  const { role, permission, cleanUp } = useTexts()
  const query = { roleKey, pageSize: MAX_RULES }
  const page = useQuery({ queryKey: ['used-rules', query], queryFn: () => reportCalls.rulesWithUse(query) })
  return (
    <ListCard
      title={role.rules}
      page={page}
      heads={[permission.method, permission.path, cleanUp.lastUsed]}
      rowKey={({ method, path }) => `${method} ${path}`}
      cells={({ method, path, lastUsedAt }) => [
        <code key="method">{method}</code>,
        <RouteLink key="path" path={path} />,
        lastUsedAt === null ? cleanUp.noUse : <TimeAgo key="used" iso={lastUsedAt} />,
      ]}
      empty={role.noRules}
      all={addressOf('/permissions/rules', { roleKey })}
    />
  )
}
