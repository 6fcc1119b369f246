/** Clips a long name and shows all of it on hover. */
export function Clipped({ children }: { readonly children: string }) {
  return (
    <span className="clip" title={children}>
      {children}
    </span>
  )
}
