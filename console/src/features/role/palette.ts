import { useNavigate } from 'react-router'
import type { PaletteEntry, PaletteOffer } from '../../shell/feature.ts'
import { MAX_PER_GROUP, matches } from '../../shell/frame/palette-search.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { useRoles } from './select/use-roles.ts'

/** Finds roles, and offers to add one. */
export function useRolePalette(typed: string): PaletteOffer {
  const { role } = useTexts()
  const { mayCall } = useOwnSession()
  const navigate = useNavigate()
  const add = { key: 'add-role', label: role.add, run: () => void navigate('/roles?open=new') }
  return {
    group: { name: role.title, entries: useFoundRoles(typed), place: 3 },
    actions: mayCall('POST', '/role') ? [add] : [],
  }
}

function useFoundRoles(typed: string): PaletteEntry[] {
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
