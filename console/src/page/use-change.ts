import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { ApiError } from '../answer.ts'
import { useTexts } from '../language/language.tsx'

/** Something that the visitor changes: afterwards all that is shown is asked for again; a refusal is told. */
export function useChange<Input>(act: (input: Input) => Promise<unknown>, done?: string) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const { problem } = useTexts()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await client.invalidateQueries()
      if (done !== undefined) message.success(done)
    },
    onError: (error) => {
      message.error(error instanceof ApiError ? error.message : problem.crashed)
    },
  })
}

/** Asks before what cannot be taken back. */
export function useConfirm() {
  const { modal } = App.useApp()
  const { common } = useTexts()
  return (question: {
    readonly title: string
    readonly content: string
    readonly okText: string
    readonly onOk: () => Promise<unknown>
  }): void => {
    modal.confirm({
      ...question,
      okButtonProps: { danger: true },
      cancelText: common.cancel,
      autoFocusButton: 'cancel',
      // A refusal has been told already; the question has had its answer.
      onOk: () => question.onOk().catch(() => {}),
    })
  }
}
