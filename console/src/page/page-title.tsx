import { type ReactNode, useEffect } from 'react'

/** The heading of a page, also in the tab of the browser; beside it what can be done on it. */
export function PageTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Castellan`
  }, [title])
  return (
    <div className="page-title">
      <h1>{title}</h1>
      <div className="page-actions">{children}</div>
    </div>
  )
}
