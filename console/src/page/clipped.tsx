/** A name that may be long: it takes no more room than it should, and all of it is shown on hover. */
export function Clipped({ children }: { readonly children: string }) {
  return (
    <span className="clip" title={children}>
      {children}
    </span>
  )
}
