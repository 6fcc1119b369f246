import { useState } from 'react'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import type { Address } from '../../shell/page/use-address.ts'

interface Selection {
  /** The keys of the roles to show; absent for all roles. */
  readonly roles?: string
  /** `all` to include routes without a permission check. */
  readonly open?: string
}

/**
 * Returns what the viewer has selected to see in the matrix. The URL takes precedence, so that links show the same to everyone. The last
 * selection of each viewer is stored in the browser.
 */
export function useMatrixSelection(address: Address) {
  const { userId } = useOwnSession()
  const name = `castellan.matrix.${userId}`
  const [stored, setStored] = useState(() => read(name))
  const { roles = stored.roles, open = stored.open } = address.values
  return {
    roles: roles?.split(','),
    isWithOpen: open === 'all',
    select(change: { readonly roles?: readonly string[]; readonly isWithOpen?: boolean }): void {
      const chosen = change.roles ? change.roles.join(',') : roles
      const next = {
        ...(chosen ? { roles: chosen } : {}),
        ...((change.isWithOpen ?? open === 'all') ? { open: 'all' } : {}),
      }
      window.localStorage.setItem(name, JSON.stringify(next))
      setStored(next)
      address.set({ roles: undefined, open: undefined, ...next })
    },
  }
}

function read(name: string): Selection {
  try {
    const { roles, open }: Selection = JSON.parse(window.localStorage.getItem(name) ?? '{}')
    return {
      ...(typeof roles === 'string' ? { roles } : {}),
      ...(typeof open === 'string' ? { open } : {}),
    }
  } catch {
    return {}
  }
}
