import type { PropsWithChildren, ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../api/address.ts'
import { useOwnSession } from './own-session.tsx'

interface LinkedProps {
  /** The endpoints that the page needs. */
  readonly needs: readonly string[]
  readonly to: string
  readonly children: ReactNode
  /** The place in a grid whose cells are reached with arrow keys. */
  readonly place?: { readonly 'data-cell': string; readonly tabIndex: number } | undefined
}

/** Links to a page, or shows the plain text if the role may not open the page. */
function Linked({ needs, to, children, place }: LinkedProps) {
  const { mayCall } = useOwnSession()
  if (!needs.every((path) => mayCall('GET', path))) return children
  return (
    <Link to={to} {...place}>
      {children}
    </Link>
  )
}

interface UserLinkProps {
  readonly username: string
  /** Without it, the page finds the user by name. */
  readonly userId?: number | undefined
  readonly children?: ReactNode
}

/** Links to the page of a user. */
export function UserLink({ username, userId, children = username }: UserLinkProps) {
  if (username === '') return '–'
  const target =
    userId === undefined
      ? { needs: ['/sys-user', '/sys-user/:id'], to: addressOf('/users/by-name', { username }) }
      : { needs: [`/sys-user/${userId}`], to: `/users/${userId}` }
  return <Linked {...target}>{children}</Linked>
}

/** Links to the page of a service account. */
export function ServiceAccountLink({ userId, children }: PropsWithChildren<{ readonly userId: number }>) {
  return (
    <Linked needs={[`/service-account/${userId}`]} to={`/service-accounts/${userId}`}>
      {children}
    </Linked>
  )
}

interface RoleLinkProps {
  readonly roleKey: string
  /** Without it, the page finds the role by its key. */
  readonly roleId?: number | undefined
  readonly children?: ReactNode
}

/** Links to the page of a role. */
export function RoleLink({ roleKey, roleId, children = roleKey }: RoleLinkProps) {
  const target =
    roleId === undefined
      ? { needs: ['/role', '/role/:id'], to: addressOf('/roles/by-key', { roleKey }) }
      : { needs: [`/role/${roleId}`], to: `/roles/${roleId}` }
  return <Linked {...target}>{children}</Linked>
}

/** Links to a department. */
export function DepartmentLink({ deptId, children }: PropsWithChildren<{ readonly deptId: number }>) {
  return (
    <Linked needs={['/deptTree', `/dept/${deptId}`]} to={addressOf('/departments', { id: String(deptId) })}>
      {children}
    </Linked>
  )
}

/** Links to the login attempts from an address. */
export function AddressLink({ address }: { readonly address: string }) {
  if (address === '') return '–'
  return (
    <Linked needs={['/sys-login-log']} to={addressOf('/login-log', { ipaddr: address })}>
      {address}
    </Linked>
  )
}

/** Links to the explanation of a request. */
export function RequestLink({ requestId }: { readonly requestId: string }) {
  if (requestId === '') return '–'
  return (
    <Linked needs={['/refusal']} to={addressOf('/permissions/check', { requestId })}>
      <code>{requestId}</code>
    </Linked>
  )
}

interface RouteLinkProps {
  readonly path: string
  readonly children?: ReactNode
  readonly place?: LinkedProps['place']
}

/** Links to the routes of a path, or of the part of a pattern before its wildcard. */
export function RouteLink({ path, children = <code>{path}</code>, place }: RouteLinkProps) {
  const to = addressOf('/permissions/routes', { path: path.replace(/\/\*$/, '/') })
  return (
    <Linked needs={['/route']} to={to} place={place}>
      {children}
    </Linked>
  )
}
