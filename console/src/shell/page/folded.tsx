import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useIsPhone } from '../appearance/use-media.ts'

interface FoldedProps {
  readonly label: string
  readonly children: ReactNode
}

/** Hides its content behind a button on a phone, and shows it elsewhere. */
export function FoldedOnPhone({ label, children }: FoldedProps) {
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (!isPhone) return children
  return (
    <div className="folded">
      <Button
        block
        aria-expanded={isOpen}
        aria-controls={id}
        icon={isOpen ? <UpOutlined /> : <DownOutlined />}
        iconPlacement="end"
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} hidden={!isOpen} className="folded-content">
        {children}
      </div>
    </div>
  )
}
