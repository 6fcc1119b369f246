import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../shell/api/client.ts'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { roleCalls } from './calls.ts'
import { RoleCopyForm } from './role-copy-form.tsx'
import { RoleForm } from './role-form.tsx'

/** Shows the form of a role that the URL names. */
export function RoleDialogs({ listed }: { readonly listed: readonly Schemas['Role'][] }) {
  const { name, close } = useOpened()
  const editedId = idAfter('edit', name)
  const id = editedId ?? idAfter('copy', name)
  const known = listed.find(({ roleId }) => roleId === id)
  const { data } = useQuery({
    queryKey: ['role', id],
    queryFn: () => roleCalls.role(id ?? 0),
    enabled: id !== undefined && known === undefined,
  })
  const role = known ?? data
  if (id === undefined || !role) return null
  return editedId === undefined ? (
    <RoleCopyForm role={role} onClose={close} />
  ) : (
    <RoleForm role={role} onClose={close} />
  )
}
