import { Descriptions, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

interface DetailsDrawerProps {
  readonly title: string
  readonly onClose: () => void
  readonly fields: readonly (readonly [label: string, value: ReactNode])[]
  readonly children?: ReactNode
}

/** Shows all fields of an entry in a drawer. */
export function DetailsDrawer({ title, onClose, fields, children }: DetailsDrawerProps) {
  useReturnFocus()
  return (
    <Drawer open title={title} size="min(560px, 100vw)" onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={fields.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
      />
      {children}
    </Drawer>
  )
}
