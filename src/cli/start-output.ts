export interface StartOutputOptions {
  readonly asJson: boolean
  readonly version: string
  readonly mode: string
  readonly settingsFile: string | undefined
  readonly dataDir: string
}

/** Prints what an operator must know about a start of the service. */
export interface StartOutput {
  /** Prints the generated password of the first admin, which is stored nowhere. */
  firstAdmin(password: string): void
  started(address: string): void
  /** Prints a password that was not printed yet. */
  startFailed(): void
  /** Prints the password on standard error, because standard output cannot be written. */
  outputFailed(): void
}

/**
 * Creates the output of `castellan serve`. As text, the password is printed immediately; as JSON, it is part of the one
 * object that is printed when the service listens.
 */
export function createStartOutput(options: StartOutputOptions): StartOutput {
  const { asJson, version, mode, settingsFile = null, dataDir } = options
  let adminPassword: string | null = null
  return {
    firstAdmin(password) {
      adminPassword = password
      if (!asJson)
        console.log(`First start: log in as "admin" with the password ${password} (shown only once)`)
    },
    started(address) {
      if (asJson) {
        console.log(JSON.stringify({ version, mode, settingsFile, dataDir, address, adminPassword }))
        return
      }
      console.log(`Castellan ${version} listens on ${address} (mode ${mode})`)
      console.log(`Settings: ${settingsFile ?? 'defaults (there is no settings.yml in this folder)'}`)
      console.log(`Data: ${dataDir}`)
    },
    startFailed() {
      if (asJson && adminPassword !== null) console.log(JSON.stringify({ adminPassword }))
    },
    outputFailed() {
      if (adminPassword !== null) {
        console.error(`First start: log in as "admin" with the password ${adminPassword} (shown only once)`)
      }
    },
  }
}
