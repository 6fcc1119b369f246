import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRoutes } from '../../features/permission/use-matrix.ts'
import { useRoles } from '../../features/role/select/use-roles.ts'
import { useEndOthers } from '../../features/session/use-end-others.ts'
import { userCalls } from '../../features/user/calls.ts'
import { addressOf } from '../api/address.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { useOfferedPages } from './menu.tsx'
import { matches } from './palette-search.ts'
import { useLogout } from './use-logout.ts'

export interface PaletteEntry {
  readonly key: string
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

interface PaletteGroup {
  readonly name: string
  readonly entries: readonly PaletteEntry[]
}

const MAX_PER_GROUP = 8
const PAUSE_MILLISECONDS = 250

/** Returns what the palette offers for a text. Everything in it can be opened with the own role. */
export function usePaletteEntries(text: string): {
  readonly groups: readonly PaletteGroup[]
  readonly isLoading: boolean
} {
  const { palette, nav } = useTexts()
  const typed = text.trim()
  const users = useFoundUsers(typed)
  const groups = [
    { name: palette.request, entries: useRequestEntries(typed) },
    { name: nav.users, entries: users.entries },
    { name: nav.roles, entries: useRoleEntries(typed) },
    { name: palette.actions, entries: useActionEntries(typed) },
    { name: nav.title, entries: usePageEntries(typed) },
    { name: palette.routes, entries: useRouteEntries(typed) },
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isLoading: users.isLoading }
}

function useFoundUsers(typed: string) {
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const search = useDebounced(typed)
  const mayOpen = mayCall('GET', '/sys-user') && mayCall('GET', '/sys-user/:id')
  const { data, isFetching } = useQuery({
    queryKey: ['palette-users', search],
    queryFn: () => userCalls.users({ search, pageSize: MAX_PER_GROUP }),
    enabled: mayOpen && search !== '',
  })
  // The users of an earlier text are not offered: Enter would open one of them.
  const found = typed === '' || search !== typed ? [] : (data?.list ?? [])
  return {
    isLoading: mayOpen && (isFetching || search !== typed),
    entries: found.map(({ userId, username, nickName }) => ({
      key: `user-${userId}`,
      label: username,
      detail: nickName,
      run: () => void navigate(`/users/${userId}`),
    })),
  }
}

function useRoleEntries(typed: string): PaletteEntry[] {
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const roles = useRoles()
  if (typed === '' || !mayCall('GET', '/role/:id')) return []
  return roles
    .filter(({ roleKey, roleName }) => matches(typed, `${roleName} ${roleKey}`))
    .slice(0, MAX_PER_GROUP)
    .map(({ roleId, roleKey, roleName }) => ({
      key: `role-${roleId}`,
      label: roleName,
      detail: roleKey,
      run: () => void navigate(`/roles/${roleId}`),
    }))
}

function useRouteEntries(typed: string): PaletteEntry[] {
  const navigate = useNavigate()
  const { data = [] } = useRoutes()
  if (typed === '') return []
  const names = new Set(data.map(({ method, path }) => `${method} ${path}`))
  return [...names]
    .filter((name) => matches(typed, name))
    .slice(0, MAX_PER_GROUP)
    .map((name, place) => ({
      key: `route-${place}`,
      label: name,
      run: () => void navigate(addressOf('/permissions/routes', { path: name })),
    }))
}

/** The form of the request ids that the service creates or accepts. */
const REQUEST_ID = /^[\w.:-]{8,128}$/

function useRequestEntries(typed: string): PaletteEntry[] {
  const { palette } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  // A word of letters alone is more likely a name.
  if (!mayCall('GET', '/refusal') || !REQUEST_ID.test(typed) || !/\d/.test(typed)) return []
  return [
    {
      key: 'request',
      label: palette.explain(typed),
      run: () => void navigate(addressOf('/permissions/check', { requestId: typed })),
    },
  ]
}

function usePageEntries(typed: string): PaletteEntry[] {
  const { nav, permission } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const pages = [
    ...useOfferedPages().map(({ path, name }) => [path, nav[name]] as const),
    ...(mayCall('GET', '/policy') ? [['/permissions/rules', permission.rules] as const] : []),
    ...(mayCall('GET', '/policy/explain') ? [['/permissions/check', permission.check] as const] : []),
    ...(mayCall('GET', '/route') ? [['/permissions/routes', permission.routes] as const] : []),
    ['/profile', nav.profile] as const,
  ]
  return pages
    .filter(([, label]) => matches(typed, label))
    .map(([path, label]) => ({ key: `page-${path}`, label, run: () => void navigate(path) }))
}

function useActionEntries(typed: string): PaletteEntry[] {
  const { palette, user, serviceAccount, role, permission, nav } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const logout = useLogout()
  const endOthers = useEndOthers()
  const actions = [
    mayCall('POST', '/sys-user') && {
      key: 'add-user',
      label: user.add,
      run: () => void navigate('/users?open=new'),
    },
    mayCall('POST', '/service-account') && {
      key: 'add-service-account',
      label: serviceAccount.add,
      run: () => void navigate('/service-accounts?open=new'),
    },
    mayCall('POST', '/role') && {
      key: 'add-role',
      label: role.add,
      run: () => void navigate('/roles?open=new'),
    },
    mayCall('POST', '/policy') && {
      key: 'add-rule',
      label: permission.addRule,
      run: () => void navigate('/permissions/rules?open=new'),
    },
    { key: 'end-others', label: palette.endOthers, run: endOthers },
    { key: 'log-out', label: nav.logout, run: () => void logout() },
  ]
  return actions.filter((action) => action !== false).filter(({ label }) => matches(typed, label))
}

/** Returns a text after typing has paused. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
