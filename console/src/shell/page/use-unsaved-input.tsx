import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { useTexts } from '../language/language.tsx'

interface UnsavedInputOptions {
  /**
   * Whether the page has unsaved input as long as the hook is used. Other query parameters in the URL of the page do not
   * discard it.
   */
  readonly isPage?: boolean
  readonly title?: string
  readonly content?: string
}

/** Asks before unsaved input is discarded: when its form is closed, and when the page is left. */
export function useUnsavedInput({ isPage = false, ...question }: UnsavedInputOptions = {}) {
  const { modal } = App.useApp()
  const { common } = useTexts()
  const isUnsaved = useRef(isPage)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const place = isPage ? 'pathname' : 'key'
    return isUnsaved.current && currentLocation[place] !== nextLocation[place]
  })
  // The browser asks by itself before the tab is closed or reloaded.
  useBeforeUnload((event) => {
    if (isUnsaved.current) event.preventDefault()
  })

  function ask(discard: () => void, keep: () => void = () => {}): void {
    modal.confirm({
      title: common.discardAsk,
      content: common.discardHelp,
      ...question,
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
