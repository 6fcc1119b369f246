import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '../language/language.tsx'

interface CopyButtonProps {
  readonly label: string
  readonly text: string
  /** Whether the label is shown beside the icon. */
  readonly hasText?: boolean
}

/** Copies a text to the clipboard. */
export function CopyButton({ label, text, hasText = false }: CopyButtonProps) {
  const { common } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    // A browser may refuse it. The text can be selected then.
    await navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  }
  const current = isCopied ? common.copied : label
  return (
    <Button
      icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
      {...(hasText ? {} : { 'aria-label': current, title: current })}
      onClick={() => void copy()}
    >
      {hasText ? current : null}
    </Button>
  )
}
