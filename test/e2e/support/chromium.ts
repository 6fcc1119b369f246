import { installPackages, mayInstallPackages } from '../../support/servers/debian-packages.ts'
import { findProgram } from '../../support/servers/find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Returns the path of Chromium or Chrome. If there is none, tries to install Chromium where that is permitted. */
export async function findChromium(say: (line: string) => void): Promise<string | undefined> {
  const found = NAMES.map((name) => findProgram(name)).find((path) => path !== undefined)
  if (found !== undefined || !mayInstallPackages()) return found
  say('installing Chromium for the web console tests')
  try {
    await installPackages(['chromium'])
  } catch (error) {
    say(`Chromium cannot be installed: ${error instanceof Error ? error.message : error}`)
  }
  return findProgram('chromium')
}
