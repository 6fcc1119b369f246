import { Input } from 'antd'
import { useId } from 'react'
import { useTexts } from '../language/language.tsx'

interface TypedConfirmationProps {
  readonly phrase: string
  readonly onType: (isPhrase: boolean) => void
}

/** Asks to type a phrase before a change that is hard to undo. */
export function TypedConfirmation({ phrase, onType }: TypedConfirmationProps) {
  const { common } = useTexts()
  const id = useId()
  return (
    <div className="typed-confirmation">
      <label htmlFor={id}>{common.typeToConfirm(phrase)}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value.trim() === phrase)}
      />
    </div>
  )
}
