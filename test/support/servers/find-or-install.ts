import { installPackages, mayInstallPackages } from './debian-packages.ts'
import { findProgram } from './find-program.ts'

/**
 * Returns the path of a program. If it is missing, installs its Debian package where that is permitted. Returns undefined if
 * there is no such program, so that tests can be skipped; throws instead if TEST_SERVERS is `required`.
 *
 * @example
 * const nginx = await findOrInstall('nginx', 'nginx')
 */
export async function findOrInstall(
  program: string,
  debianPackage: string,
  mayInstall = mayInstallPackages(),
): Promise<string | undefined> {
  const found = findProgram(program)
  if (found !== undefined) return found
  if (mayInstall) {
    process.stderr.write(`installing ${debianPackage} for the tests\n`)
    await installPackages([debianPackage]).catch((error: unknown) => process.stderr.write(`${error}\n`))
  }
  const installed = findProgram(program)
  if (installed === undefined && process.env.TEST_SERVERS === 'required')
    throw new Error(`${program} is missing, and TEST_SERVERS=required does not allow tests to be skipped`)
  return installed
}
