import { type ReactNode, useEffect } from 'react'

/** Shows the heading of a page and its actions, and sets the browser tab's title. */
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
