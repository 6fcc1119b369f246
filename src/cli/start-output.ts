export interface StartOutputOptions {
  readonly asJson: boolean
  readonly version: string
  readonly mode: string
  /** Where the settings come from: a file, environment variables, and the keys of flags. */
  readonly settingsFile: string | undefined
  readonly settingsVariables: readonly string[]
  readonly settingsFlags: readonly string[]
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
  const { asJson, version, mode, settingsFile = null, settingsVariables, settingsFlags, dataDir } = options
  let adminPassword: string | null = null
  return {
    firstAdmin(password) {
      adminPassword = password
      if (!asJson)
        console.log(`First start: log in as "admin" with the password ${password} (shown only once)`)
    },
    started(address) {
      if (asJson) {
        const sources = { settingsFile, settingsVariables, settingsFlags }
        console.log(JSON.stringify({ version, mode, ...sources, dataDir, address, adminPassword }))
        return
      }
      console.log(`Castellan ${version} listens on ${address} (mode ${mode})`)
      console.log(`Settings: ${describeSources(options)}`)
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

/** Returns where the settings come from, in one line. */
export function describeSources({
  settingsFile,
  settingsVariables: variables,
  settingsFlags: flags,
}: Pick<StartOutputOptions, 'settingsFile' | 'settingsVariables' | 'settingsFlags'>): string {
  const others = [
    ...(variables.length > 0
      ? [`${variables.length > 1 ? 'variables' : 'variable'} ${variables.join(', ')}`]
      : []),
    ...(flags.length > 0 ? [`--set ${flags.join(', ')}`] : []),
  ]
  if (settingsFile !== undefined) return [settingsFile, ...others].join('; ')
  if (others.length === 0) return 'defaults (there is no settings.yml in this folder)'
  return `${others.join('; ')} (there is no settings.yml in this folder)`
}
