import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Gives programs in this folder the package `castellan-client`, as `npm install` would. The build of the service contains its files. */
export async function linkClient(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules', 'castellan-client')
  await mkdir(installed, { recursive: true })
  await symlink(join(root, 'packages', 'client', 'package.json'), join(installed, 'package.json'))
  await symlink(join(root, 'dist', 'client'), join(installed, 'dist'))
}
