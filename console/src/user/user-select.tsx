import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../api.ts'

const MAX_OFFERED = 20

interface UserSelectProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (username: string) => void
}

/** Selects a username. The service searches, because there can be many users. */
export function UserSelect(props: UserSelectProps) {
  const [typed, setTyped] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['users-to-select', typed],
    queryFn: () => api.users({ pageSize: MAX_OFFERED, ...(typed ? { search: typed } : {}) }),
    placeholderData: (before) => before,
  })
  return (
    <Select
      {...props}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={(data?.list ?? []).map(({ username, nickName }) => ({
        value: username,
        label: nickName ? `${username} (${nickName})` : username,
      }))}
    />
  )
}
