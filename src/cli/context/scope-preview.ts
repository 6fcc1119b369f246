import type { ScopeChange, ScopePreview } from '../../administration/preview/scope-preview.ts'
import { counted } from '../../foundation/text/counted.ts'
import { print } from '../output/output.ts'
import type { CommonOptions } from './command-options.ts'
import type { CommandContext } from './context.ts'
import { withCommandContext } from './with-command-context.ts'

/** Prints what users would gain and lose by a change, which is not made. */
export async function printScopePreview(
  options: CommonOptions,
  changeOf: (context: CommandContext) => Promise<ScopeChange>,
): Promise<void> {
  const preview = await withCommandContext(options, async (context) =>
    context.previewScope(await changeOf(context)),
  )
  print(preview, options.json, scopePreviewLines(preview))
}

/** Describes what users gain and lose by a change that was not made. */
function scopePreviewLines({ usersGaining, usersLosing, gained, lost }: ScopePreview): string[] {
  const extentOf = ({ departments, users }: ScopePreview['gained']) =>
    departments + users === 0
      ? 'own rows, or rows without a department'
      : `${counted(users, 'user')} in ${counted(departments, 'department')}`
  const gaining = `${counted(usersGaining, 'user')} would additionally see ${extentOf(gained)}`
  const losing = `${counted(usersLosing, 'user')} would no longer see ${extentOf(lost)}`
  const lines = [...(usersGaining > 0 ? [gaining] : []), ...(usersLosing > 0 ? [losing] : [])]
  return [...(lines.length > 0 ? lines : ['no user would see more or less']), 'Nothing was changed.']
}

export const CHECK_OPTION = [
  '--check',
  'only show how many users would see more or less data, without making the change',
] as const
