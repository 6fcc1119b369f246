import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useTexts } from '../language/language.tsx'

/** Asks before unsaved input is discarded: when its form is closed, and when the page is left. */
export function useUnsavedInput() {
  const { modal } = App.useApp()
  const { common } = useTexts()
  const isUnsaved = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isUnsaved.current && currentLocation.key !== nextLocation.key
  })

  function ask(discard: () => void, keep: () => void = () => {}): void {
    modal.confirm({
      title: common.discardAsk,
      content: common.discardHelp,
      okText: common.discard,
      okButtonProps: { danger: true },
      cancelText: common.keepEditing,
      autoFocusButton: 'cancel',
      onOk() {
        isUnsaved.current = false
        discard()
      },
      onCancel: keep,
    })
  }

  // By the location, because React may not render between two blocked navigations.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation that is blocked
  useEffect(() => {
    if (blocker.state === 'blocked') ask(blocker.proceed, blocker.reset)
  }, [blocker.location])

  return {
    setUnsaved(unsaved: boolean): void {
      isUnsaved.current = unsaved
    },
    /** Closes a form, after a confirmation if it has unsaved input. */
    close(onClose: () => void): void {
      if (isUnsaved.current) ask(onClose)
      else onClose()
    },
  }
}
