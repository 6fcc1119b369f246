import { Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import type { Address } from '../page/use-address.ts'
import { useUserOptions } from './user-select.tsx'

interface UserFilterProps {
  readonly address: Address
  readonly name: string
  readonly label: string
  /** Whether the list has names that no user has, and can be filtered by the beginning of a name. */
  readonly hasOtherNames?: boolean
}

/** Filters a list by a user, or by a text that a name begins with. */
export function UserFilter({ address, name, label, hasOtherNames = false }: UserFilterProps) {
  const { filter } = useTexts()
  const { mayCall } = useOwnSession()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const mayList = mayCall('GET', '/sys-user')
  const { options, isLoading } = useUserOptions(typed, mayList && isOpen)
  const current = address.values[name]
  const labelOf = (value: string): string =>
    hasOtherNames && value.endsWith('*') ? filter.beginsWith(value.slice(0, -1)) : value
  const added = [
    ...(typed !== '' && hasOtherNames ? [`${typed}*`] : []),
    ...(typed !== '' && (hasOtherNames || !mayList) ? [typed] : []),
    ...(current === undefined || typed !== '' ? [] : [current]),
  ].map((value) => ({ value, label: labelOf(value) }))
  const known = new Set(added.map(({ value }) => value))
  return (
    <Tooltip title={hasOtherNames ? filter.nameHelp : filter.userHelp} {...(isOpen ? { open: false } : {})}>
      <Select
        allowClear
        aria-label={label}
        placeholder={label}
        value={current ?? null}
        onChange={(value) => address.set({ [name]: value ?? undefined })}
        showSearch={{ filterOption: false, onSearch: (text) => setTyped(text.trim()) }}
        onOpenChange={setIsOpen}
        loading={isLoading}
        options={[...added, ...options.filter(({ value }) => !known.has(value))]}
        popupMatchSelectWidth={false}
      />
    </Tooltip>
  )
}
