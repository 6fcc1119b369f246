import { Button } from 'antd'
import { useTexts } from '../language/language.tsx'
import { useConfirm } from './use-change.ts'

interface RemoveButtonProps {
  readonly name: string
  readonly question: string
  /** What follows from the removal. */
  readonly help: string
  readonly onRemove: () => Promise<unknown>
}

/** Removes something that a user or a program logs in with, after a question. */
export function RemoveButton({ name, question, help, onRemove }: RemoveButtonProps) {
  const { removal } = useTexts()
  const confirm = useConfirm()
  const ask = (): void => confirm({ title: question, content: help, okText: removal.remove, onOk: onRemove })
  return (
    <Button size="small" danger aria-label={`${removal.remove}: ${name}`} onClick={ask}>
      {removal.remove}
    </Button>
  )
}
