import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ownCalls } from '../api/own-calls.ts'
import { OWN_PROFILE } from '../api/own-info.ts'

export function useOwnProfile() {
  return useQuery({ queryKey: OWN_PROFILE, queryFn: ownCalls.ownProfile, staleTime: 60_000 })
}

/** What a user has to do first. The service refuses everything else. */
type Duty = 'password' | 'second-factor'

/** Returns the duty of a user, if there is one. The password comes first. */
export function dutyOf(own: NonNullable<ReturnType<typeof useOwnProfile>['data']>): Duty | undefined {
  if (own.user.pwdChangeDue) return 'password'
  return own.secondFactorDue ? 'second-factor' : undefined
}

/**
 * Redirects a user who must change the password or set up a second factor to the profile page, which gets the wanted page for the
 * login after it.
 */
export function DutyGate({ children }: { readonly children: ReactNode }) {
  const { data } = useOwnProfile()
  const { pathname, search } = useLocation()
  const hasDuty = data !== undefined && dutyOf(data) !== undefined
  return hasDuty && pathname !== '/profile' ? (
    <Navigate to="/profile" state={{ from: `${pathname}${search}` }} replace />
  ) : (
    children
  )
}
