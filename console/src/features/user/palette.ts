import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaletteOffer } from '../../shell/feature.ts'
import { MAX_PER_GROUP } from '../../shell/frame/palette-search.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { userCalls } from './calls.ts'

const PAUSE_MILLISECONDS = 250

/** Finds users, and offers to add one. */
export function useUserPalette(typed: string): PaletteOffer {
  const { user } = useTexts()
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
  const entries = found.map(({ userId, username, nickName }) => ({
    key: `user-${userId}`,
    label: username,
    detail: nickName,
    run: () => void navigate(`/users/${userId}`),
  }))
  const add = { key: 'add-user', label: user.add, run: () => void navigate('/users?open=new') }
  return {
    group: { name: user.title, entries, place: 2 },
    isLoading: mayOpen && (isFetching || search !== typed),
    actions: mayCall('POST', '/sys-user') ? [add] : [],
  }
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
