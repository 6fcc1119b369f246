import { Select } from 'antd'
import { useState } from 'react'
import { useUserOptions } from '../../user/select/user-select.tsx'

interface OwnerSelectProps {
  readonly id?: string
  readonly value?: number
  readonly onChange?: (userId: number) => void
  /** The name of the owner that is selected at first. */
  readonly name: string
}

/** Selects the owner of a service account, who is a person. */
export function OwnerSelect({ name, ...props }: OwnerSelectProps) {
  const [typed, setTyped] = useState('')
  const { options, isLoading } = useUserOptions(typed)
  return (
    <Select
      {...props}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isLoading}
      options={options
        .filter(({ isService }) => !isService)
        .map(({ userId, label }) => ({ value: userId, label }))}
      labelRender={({ label }) => label ?? name}
    />
  )
}
