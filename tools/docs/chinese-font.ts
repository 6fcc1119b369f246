import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installPackages, mayInstallPackages } from '../../test/support/servers/debian-packages.ts'

const PACKAGE = 'fonts-noto-cjk'

/** Without a font for it, every Chinese character of a picture is an empty box. Installed where that needs no asking. */
export async function needChineseFont(say: (line: string) => void): Promise<void> {
  if (await hasChineseFont()) return
  if (mayInstallPackages()) {
    say(`installing ${PACKAGE}: no font of this machine has Chinese characters`)
    await installPackages([PACKAGE])
    if (await hasChineseFont()) return
  }
  throw new Error(`no font of this machine has Chinese characters: install one (on Debian: ${PACKAGE})`)
}

async function hasChineseFont(): Promise<boolean> {
  const { stdout } = await promisify(execFile)('fc-list', [':lang=zh-cn', 'family']).catch(() => ({
    stdout: '',
  }))
  return stdout.trim() !== ''
}
