interface Client {
  readonly browser: string
  readonly os: string
}

/**
 * Returns the name of a client, such as "Safari 18 on macOS" or "curl 8.5". The version of the operating system is left out:
 * browsers send the same one for years ("Windows NT 10.0", "Mac OS X 10_15_7"), whichever the user has.
 */
export function clientName({ browser, os }: Client, on: (browser: string, os: string) => string): string {
  const system = os.replace(/^(macOS|Windows(?! Phone)|iOS|Android)\b.*/, '$1').replace(/ [\d.]+$/, '')
  if (system === '') return browser.replace(/ (\d+(?:\.\d+)?)[\d.]*$/, ' $1')
  // Of the version, only the first number of most browsers is real: the others are sent as zeros.
  const program = browser.replace(/ (\d+)[\d.]*$/, ' $1')
  return program === '' ? system : on(program, system)
}
