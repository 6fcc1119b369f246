import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { api } from '../api.ts'

export function useOwnProfile() {
  return useQuery({ queryKey: ['own-profile'], queryFn: api.ownProfile, staleTime: 60_000 })
}

/** Redirects a user who must change the password to the profile page. The service refuses everything else. */
export function PasswordDueGate({ children }: { readonly children: ReactNode }) {
  const { data } = useOwnProfile()
  const { pathname } = useLocation()
  const isDue = data?.user.pwdChangeDue === true
  return isDue && pathname !== '/profile' ? <Navigate to="/profile" replace /> : children
}
