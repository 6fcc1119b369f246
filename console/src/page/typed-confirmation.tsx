import { Input } from 'antd'
import { type ReactNode, useId } from 'react'

interface TypedConfirmationProps {
  readonly label: ReactNode
  readonly onType: (text: string) => void
}

/** Asks to type a text before a change that is hard to undo. */
export function TypedConfirmation({ label, onType }: TypedConfirmationProps) {
  const id = useId()
  return (
    <div className="typed-confirmation">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}
