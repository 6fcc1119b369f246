import { Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../../shell/language/language.tsx'
import { useOwnSession } from '../../../shell/own-session/own-session.tsx'
import { beginningOf, exactName, nameOf } from '../../../shell/page/name-filter.ts'
import type { Address } from '../../../shell/page/use-address.ts'
import { useUserOptions } from './user-select.tsx'

interface UserFilterProps {
  readonly address: Address
  readonly name: string
  readonly label: string
  /** Whether the list has names that no user has, and can be filtered by the beginning of a name. */
  readonly hasOtherNames?: boolean
}

interface UserIdFilterProps {
  readonly address: Address
  readonly label: string
  /** The users of the list, which are offered until something is typed. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** Filters a list by the number of a user. Any user can be found by typing. */
export function UserIdFilter({ address, label, choices }: UserIdFilterProps) {
  const { mayCall } = useOwnSession()
  const [typed, setTyped] = useState('')
  const isSearched = typed !== '' && mayCall('GET', '/sys-user')
  const { options, isLoading } = useUserOptions(typed, isSearched)
  const found = options.map(({ userId, label: name }) => ({ value: String(userId), label: name }))
  return (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={address.values.userId ?? null}
      onChange={(value) => address.set({ userId: value ?? undefined })}
      showSearch={{
        ...(isSearched ? { filterOption: false } : { optionFilterProp: 'label' }),
        onSearch: (text) => setTyped(text.trim()),
      }}
      loading={isLoading}
      options={isSearched ? found : [...choices]}
      popupMatchSelectWidth={false}
    />
  )
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
  const filterValueOf = (username: string): string => (hasOtherNames ? exactName(username) : username)
  const labelOf = (value: string): string => {
    if (!hasOtherNames) return value
    const beginning = beginningOf(value)
    return beginning === undefined ? nameOf(value) : filter.beginsWith(beginning)
  }
  const added = [
    ...(typed !== '' && hasOtherNames ? [typed.endsWith('*') ? typed : `${typed}*`] : []),
    ...(typed !== '' && (hasOtherNames || !mayList) ? [filterValueOf(typed)] : []),
    ...(current === undefined || typed !== '' ? [] : [current]),
  ].map((value) => ({ value, label: labelOf(value) }))
  const known = new Set(added.map(({ value }) => value))
  const users = options.map((option) => ({ ...option, value: filterValueOf(option.value) }))
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
        options={[...added, ...users.filter(({ value }) => !known.has(value))]}
        popupMatchSelectWidth={false}
      />
    </Tooltip>
  )
}
