import type { Command } from 'commander'
import { print } from '../output/output.ts'

export function addVersionCommand(program: Command, version: string): void {
  program
    .command('version')
    .description('print the version of this program and of Node.js')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: true }) => {
      const { version: node, platform, arch } = process
      print({ version, node, platform, arch }, options.json, [
        `castellan ${version} (Node.js ${node}, ${platform} ${arch})`,
      ])
    })
}
