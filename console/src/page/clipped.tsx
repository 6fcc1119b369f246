/** Clips a long name and shows all of it on hover. An empty one is a dash. */
export function Clipped({ children }: { readonly children: string }) {
  return (
    <span className="clip" title={children}>
      {children || '–'}
    </span>
  )
}
