import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../platform/cli/context/command-options.ts'
import { print } from '../../platform/cli/output/output.ts'
import { tableOf } from '../../platform/cli/output/table.ts'
import { loadCommandSettings } from './command-settings.ts'
import type { EffectiveSetting } from './effective-settings.ts'

/** Longer values are shortened in the table; --json prints them completely. */
const MAX_VALUE_LENGTH = 60

export function addSettingsCommand(program: Command): void {
  withCommonOptions(program.command('settings'))
    .description('show every setting with its value and where it comes from; secrets are masked')
    .action(async (options: CommonOptions) => {
      const { effectiveSettings } = await import('./effective-settings.ts')
      const list = effectiveSettings(await loadCommandSettings(options, { mustBeComplete: true }))
      const columns = { key: 'SETTING', value: 'VALUE', source: 'SOURCE' }
      print(list, options.json, tableOf(list.map(rowOf), columns))
    })
}

function rowOf({ key, value, source }: EffectiveSetting): EffectiveSetting {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  const shown = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text
  return { key, value: shown, source }
}
