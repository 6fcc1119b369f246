import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import type { ClusterState } from '../../../platform/cluster/nodes/cluster.ts'

const KEYS_DIFFER =
  'degraded: the keys of this node differ from the others. Give all nodes the same jwt.secret and keys.'

interface Parts {
  readonly clusterState: () => Promise<ClusterState>
}

export function addClusterCommand(program: Command, run: RunCommand<Parts>): void {
  withCommonOptions(program.command('cluster'))
    .description('show the nodes that use the database and how many changes each is behind')
    .action(async (options: CommonOptions) => {
      const state = await run(options, (parts) => parts.clusterState())
      const columns = {
        name: 'NODE',
        version: 'VERSION',
        lag: 'BEHIND',
        seenSecondsAgo: 'SEEN (S AGO)',
        startedAt: 'STARTED',
        keys: 'KEYS',
        status: 'STATUS',
      }
      const differ = state.nodes.some(({ status }) => status === 'degraded')
      print(state, options.json, [
        `version ${state.version}`,
        '',
        ...tableOf(state.nodes, columns),
        ...(differ ? ['', KEYS_DIFFER] : []),
      ])
    })
}
