import { installPackages, mayInstallPackages } from '../../support/servers/debian-packages.ts'
import { findProgram } from '../../support/servers/find-program.ts'

/** Chromium without its windows: it starts in a quarter of the time, and a page takes three quarters. */
const WITHOUT_WINDOWS = 'chromium-headless-shell'
const NAMES = [WITHOUT_WINDOWS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Returns the path of Chromium or Chrome. Where that is permitted, tries to install the program that is fastest. */
export async function findChromium(say: (line: string) => void): Promise<string | undefined> {
  if (mayInstallPackages() && findProgram(WITHOUT_WINDOWS) === undefined) {
    say('installing Chromium for the web console tests')
    try {
      await installPackages([WITHOUT_WINDOWS])
    } catch (error) {
      say(`Chromium cannot be installed: ${error instanceof Error ? error.message : error}`)
    }
  }
  return NAMES.map((name) => findProgram(name)).find((path) => path !== undefined)
}
