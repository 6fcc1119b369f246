/**
 * Styles are made while the page runs, and the Content-Security-Policy lets none in without the nonce that the service
 * put into the page. Some of the parts we build with can't be told of one, so every style element gets it here.
 */
export function giveNonceToStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
