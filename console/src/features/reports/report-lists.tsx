import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { RoleLink, RouteLink, UserLink } from '../../shell/own-session/links.tsx'
import { Clipped, RowName } from '../../shell/page/clipped.tsx'
import { StatusTag } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { dayText } from '../../shell/page/time-text.ts'
import { formatRule } from '../permission/decision.ts'
import { RoleMark } from '../role/select/role-mark.tsx'
import { LastLogin } from '../user/last-login.tsx'
import { reportCalls } from './calls.ts'
import { ReportList } from './report-list.tsx'
import type { UsageRecord } from './texts.en.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function UnusedRules() {
  const { cleanUp } = useTexts()
  const columns = [
    ...useRuleColumns(),
    {
      title: cleanUp.lastUsed,
      key: 'lastUsed',
      render: (_: unknown, { lastUsedAt }: Schemas['UnusedRule']) =>
        lastUsedAt === null ? cleanUp.noUse : <TimeAgo iso={lastUsedAt} />,
    },
  ]
  return (
    <ReportList<Schemas['UnusedRule'], Awaited<ReturnType<typeof reportCalls.unusedRules>>>
      report="unused-rules"
      load={reportCalls.unusedRules}
      cleanUp={(rules, days) => reportCalls.removeUnusedRules(days, rules)}
      columns={columns}
      nameOf={formatRule}
      hasDays
      emptyTextOf={(page, days) => (page.isRecorded ? undefined : cleanUp.notRecorded(recordOf(page, days)))}
      noteOf={({ incompleteRoles }) =>
        incompleteRoles.length > 0 ? cleanUp.incomplete(incompleteRoles.join(', ')) : undefined
      }
    />
  )
}

type Recorded = Pick<Awaited<ReturnType<typeof reportCalls.unusedRules>>, 'keepDays' | 'recordedSince'>

/** Returns when the record began, and when there is a first result. */
function recordOf({ keepDays, recordedSince }: Recorded, days: number): UsageRecord {
  if (recordedSince === null) return { days, keepDays }
  const began = Date.parse(recordedSince)
  return { days, keepDays, began: dayText(began), due: dayText(began + days * DAY_MS) }
}

export function CoveredRules() {
  const { cleanUp } = useTexts()
  const columns = [
    ...useRuleColumns(),
    {
      title: cleanUp.coveredBy,
      key: 'coveredBy',
      render: (_: unknown, { coveredBy }: Schemas['CoveredRule']) => (
        <RouteLink path={coveredBy.path}>
          <code>
            {coveredBy.method} {coveredBy.path}
          </code>
        </RouteLink>
      ),
    },
  ]
  return (
    <ReportList<Schemas['CoveredRule']>
      report="covered-rules"
      load={reportCalls.coveredRules}
      cleanUp={reportCalls.removeCoveredRules}
      columns={columns}
      nameOf={formatRule}
    />
  )
}

export function SameRights() {
  const { cleanUp, user, common } = useTexts()
  const columns = [
    {
      title: cleanUp.kept,
      key: 'keep',
      render: (_: unknown, { keep }: Schemas['SameRights']) => (
        <RoleLink roleKey={keep.roleKey} roleId={keep.roleId}>
          {cleanUp.roleWithUsers(keep.roleKey, keep.users)}
        </RoleLink>
      ),
    },
    {
      title: cleanUp.merged,
      key: 'remove',
      render: (_: unknown, { remove, removeCount }: Schemas['SameRights']) => {
        const rest = removeCount - remove.length
        return (
          <ul className="inline-list">
            {remove.map(({ roleKey, roleId, users }) => (
              <li key={roleId}>
                <RoleLink roleKey={roleKey} roleId={roleId}>
                  {cleanUp.roleWithUsers(roleKey, users)}
                </RoleLink>
              </li>
            ))}
            {rest > 0 && <li className="muted">{user.moreRules(rest)}</li>}
          </ul>
        )
      },
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, { keep }: Schemas['SameRights']) => <StatusTag status={keep.status} />,
    },
  ]
  return (
    <ReportList<Schemas['SameRights'], Awaited<ReturnType<typeof reportCalls.sameRights>>>
      report="same-rights"
      load={reportCalls.sameRights}
      cleanUp={reportCalls.mergeRoles}
      columns={columns}
      nameOf={({ keep, remove }) => `${remove.map(({ roleKey }) => roleKey).join(', ')} → ${keep.roleKey}`}
      sizeOf={(selected, { roleCount }) =>
        selected ? selected.reduce((sum, { remove }) => sum + remove.length, 0) : roleCount
      }
    />
  )
}

export function UnusedRoles() {
  const { role, common } = useTexts()
  const columns = [
    {
      title: role.key,
      key: 'key',
      render: (_: unknown, { roleKey, roleId }: Schemas['Role']) => (
        <RoleMark roleKey={roleKey} roleId={roleId} />
      ),
    },
    {
      title: role.name,
      key: 'name',
      render: (_: unknown, { roleName }: Schemas['Role']) => <Clipped>{roleName}</Clipped>,
    },
    {
      title: common.created,
      key: 'created',
      render: (_: unknown, { createdAt }: Schemas['Role']) => <TimeAgo iso={createdAt} />,
    },
  ]
  return (
    <ReportList<Schemas['Role']>
      report="unused-roles"
      load={reportCalls.unusedRoles}
      cleanUp={(roles, days) => reportCalls.deleteUnusedRoles(days, roles)}
      columns={columns}
      nameOf={({ roleKey }) => roleKey}
      hasDays
    />
  )
}

export function IdleUsers() {
  const { user, common, cleanUp } = useTexts()
  const columns = [
    {
      title: user.username,
      key: 'username',
      render: (_: unknown, { userId, username, owner }: Schemas['IdleUser']) => (
        <>
          <UserLink username={username} userId={userId}>
            <RowName>{username}</RowName>
          </UserLink>
          {owner !== null && <span className="muted"> {cleanUp.serviceAccountOf(owner)}</span>}
        </>
      ),
    },
    {
      title: user.role,
      key: 'role',
      render: (_: unknown, { roleKey }: Schemas['IdleUser']) => <RoleMark roleKey={roleKey} />,
    },
    {
      title: user.lastLogin,
      key: 'lastLogin',
      render: (_: unknown, { lastLoginTime }: Schemas['IdleUser']) => <LastLogin time={lastLoginTime} />,
    },
    {
      title: common.created,
      key: 'created',
      responsive: ['md' as const],
      render: (_: unknown, { createdAt }: Schemas['IdleUser']) => <TimeAgo iso={createdAt} />,
    },
  ]
  return (
    <ReportList<Schemas['IdleUser']>
      report="idle-users"
      load={reportCalls.idleUsers}
      cleanUp={(users, days) => reportCalls.disableIdleUsers(days, users)}
      columns={columns}
      nameOf={({ username }) => username}
      hasDays
    />
  )
}

function useRuleColumns() {
  const { permission } = useTexts()
  return [
    {
      title: permission.role,
      key: 'role',
      render: (_: unknown, { roleKey }: Schemas['Rule']) => <RoleMark roleKey={roleKey} />,
    },
    { title: permission.method, key: 'method', dataIndex: 'method' },
    {
      title: permission.path,
      key: 'path',
      render: (_: unknown, { path }: Schemas['Rule']) => <RouteLink path={path} />,
    },
  ]
}
