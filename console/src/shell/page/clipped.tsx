/** Clips a long name and shows all of it on hover. An empty one is a dash. */
export function Clipped({ children }: { readonly children: string }) {
  return (
    <span className="clip" title={children}>
      {children || '–'}
    </span>
  )
}

/** The name by which a row of a list is known. */
export function RowName({ children }: { readonly children: string }) {
  return (
    <strong>
      <Clipped>{children}</Clipped>
    </strong>
  )
}
