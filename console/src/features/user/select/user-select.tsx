import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { userCalls } from '../calls.ts'

const MAX_OFFERED = 20

interface Option {
  readonly value: string
  readonly userId: number
  readonly label: string
  readonly isService: boolean
}

interface UserSelectProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (username: string) => void
}

/** Selects a username. */
export function UserSelect(props: UserSelectProps) {
  const [typed, setTyped] = useState('')
  const { options, isLoading } = useUserOptions(typed)
  return (
    <Select
      {...props}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isLoading}
      options={[...options]}
    />
  )
}

/** Returns the users that match a text. The service searches, because there can be many users. */
export function useUserOptions(
  typed: string,
  enabled = true,
): { readonly options: readonly Option[]; readonly isLoading: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['users-to-select', typed],
    queryFn: () => userCalls.users({ pageSize: MAX_OFFERED, ...(typed ? { search: typed } : {}) }),
    placeholderData: (before) => before,
    enabled,
  })
  const options = (data?.list ?? []).map(({ userId, username, nickName, loginMethods }) => ({
    value: username,
    userId,
    label: nickName ? `${username} (${nickName})` : username,
    isService: loginMethods.includes('service'),
  }))
  return { options, isLoading: isFetching }
}
