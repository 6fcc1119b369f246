/** What is wrong with the origin of a site whose pages may call the service. */
export function problemOfWebOrigin(entry: string): string | undefined {
  // Every site at once, or none that has a name: that is whoever wants to be it.
  if (entry.includes('*') || entry === 'null') return 'names no single site'
  if (!URL.canParse(entry)) return 'is no origin such as https://admin.example.com'
  const { protocol, origin } = new URL(entry)
  if (protocol !== 'https:' && protocol !== 'http:') return 'has a scheme other than https and http'
  return origin === entry ? undefined : `is not written as a browser sends it: write ${origin} for this site`
}
