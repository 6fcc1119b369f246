import { resolve } from 'node:path'
import { describeSources, type LoadedSettings } from '../../core/settings/load-settings.ts'
import { behaviourOf } from '../../core/settings/mode.ts'
import { type Colours, coloursFor } from '../../platform/cli/output/colour.ts'

/** Where a service that has started can be reached. */
export interface StartedService {
  readonly address: string
  readonly servesConsole: boolean
}

/** Prints what an operator must know about a start of the service. */
export type StartOutput = ReturnType<typeof createStartOutput>

/** Creates the output of `castellan serve`: one text or JSON object, printed when the service listens. */
export function createStartOutput(loaded: LoadedSettings, version: string, asJson: boolean) {
  const { mode, publicUrl, dataDir: folder } = loaded.settings.application
  const dataDir = resolve(folder)
  const mustChangePassword = behaviourOf(loaded.settings).strongFirstPasswordRequired
  const colours = coloursFor(process.stdout)
  const notice = (password: string, colours: Colours): string =>
    passwordNotice(password, mustChangePassword, colours)
  let adminPassword: string | null = null
  let isPasswordPrinted = false
  return {
    /** Sets the generated password of the first admin, which is stored nowhere. */
    firstAdmin(password: string): void {
      adminPassword = password
    },
    started({ address, servesConsole }: StartedService): void {
      const { file: settingsFile = null, variables: settingsVariables, flags: settingsFlags } = loaded
      const sources = { settingsFile, settingsVariables, settingsFlags }
      const consoleUrl = servesConsole ? `${(publicUrl || address).replace(/\/$/, '')}/` : null
      const text = asJson
        ? JSON.stringify({ version, mode, ...sources, dataDir, address, consoleUrl, adminPassword })
        : [
            colours.bold(`Castellan ${version} listens on ${address} (mode ${mode})`),
            ...(consoleUrl === null ? [] : [`Console:  ${colours.cyan(consoleUrl)}`]),
            `Settings: ${describeSources(loaded).join('\n          ')}`,
            `Data:     ${dataDir}`,
            ...(adminPassword === null ? [] : [notice(adminPassword, colours)]),
          ].join('\n')
      isPasswordPrinted = true
      console.log(text)
    },
    /** Prints a password that was not printed yet. To be called when the start fails, and when the process exits. */
    startFailed(): void {
      if (adminPassword === null || isPasswordPrinted) return
      isPasswordPrinted = true
      console.log(asJson ? JSON.stringify({ adminPassword }) : notice(adminPassword, colours))
    },
    /** Prints the password on standard error, because standard output cannot be written. */
    outputFailed(): void {
      if (adminPassword !== null) console.error(notice(adminPassword, coloursFor(process.stderr)))
    },
  }
}

const RULE = '-'.repeat(64)

function passwordNotice(password: string, mustBeChanged: boolean, { bold, yellow }: Colours): string {
  return [
    '',
    yellow(RULE),
    '  First start: log in with this password. It is shown only once.',
    ...(mustBeChanged ? ['  You must change it at the first login.'] : []),
    '',
    '  Username: admin',
    `  Password: ${bold(password)}`,
    yellow(RULE),
  ].join('\n')
}
