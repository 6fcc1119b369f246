import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { useErrorMessage } from './request-id.tsx'

/** Runs a change, then refetches all queries. A refusal is shown as a message. */
export function useChange<Input, Output>(act: (input: Input) => Promise<Output>, done?: string) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await client.invalidateQueries()
      if (done !== undefined) message.success(done)
    },
    onError: (error) => {
      message.error(errorMessage(error))
    },
  })
}

export interface Question {
  readonly title: string
  /** May be a function of what closes the dialog. */
  readonly content: ReactNode | ((close: () => void) => ReactNode)
  readonly okText: string
  readonly isDangerous?: boolean
  readonly onOk: () => Promise<unknown>
}

/** Asks for confirmation before a change. */
export function useConfirm() {
  const { modal } = App.useApp()
  const { common } = useTexts()
  return ({ isDangerous = true, content, ...question }: Question): void => {
    const dialog = modal.confirm({
      ...question,
      content: typeof content === 'function' ? content(() => dialog.destroy()) : content,
      okButtonProps: { danger: isDangerous },
      cancelText: common.cancel,
      autoFocusButton: 'cancel',
      // The refusal has already been shown; the dialog closes.
      onOk: () => question.onOk().catch(() => {}),
    })
  }
}
