import { Button, Input, Select, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { FoldedOnPhone } from './folded.tsx'
import type { Address } from './use-address.ts'

export function Filters({ address, children }: { readonly address: Address; readonly children: ReactNode }) {
  const { common } = useTexts()
  return (
    <FoldedOnPhone label={common.filters(address.filterCount)}>
      <search className="filters">
        {children}
        {address.isFiltered && (
          <Button type="link" onClick={address.reset}>
            {common.reset}
          </Button>
        )}
      </search>
    </FoldedOnPhone>
  )
}

interface FilterProps {
  readonly address: Address
  readonly name: string
  readonly label: string
}

const PAUSE_MILLISECONDS = 350

interface TextFilterProps extends FilterProps {
  /** For a label that does not fit into the usual width. */
  readonly isWide?: boolean
  /** What the filter matches. */
  readonly help?: string
}

/** Applies the filter when typing pauses, or immediately on Enter. */
export function TextFilter({ address, name, label, isWide = false, help }: TextFilterProps) {
  const current = address.values[name] ?? ''
  const [text, setText] = useState(current)
  useEffect(() => setText(current), [current])
  useEffect(() => {
    if (text === current) return
    const timer = setTimeout(() => address.set({ [name]: text }), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text, current, address, name])
  return (
    <Tooltip title={help} trigger={['hover', 'focus']}>
      <Input
        allowClear
        className={isWide ? 'wide' : ''}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => address.set({ [name]: text })}
      />
    </Tooltip>
  )
}

interface ChoiceFilterProps extends FilterProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

export function ChoiceFilter({ address, name, label, choices }: ChoiceFilterProps) {
  return (
    <Select
      allowClear
      showSearch={choices.length > 8 ? { optionFilterProp: 'label' } : false}
      aria-label={label}
      placeholder={label}
      value={address.values[name] ?? null}
      onChange={(value) => address.set({ [name]: value ?? undefined })}
      options={[...choices]}
      popupMatchSelectWidth={false}
    />
  )
}
