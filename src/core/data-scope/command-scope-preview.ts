import type { CommonOptions } from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import { print } from '../../platform/cli/output/output.ts'
import type { ScopeChange } from './scope-change.ts'

export interface ScopePreviewParts {
  /** Counts what users would gain and lose by a change, which is not made, and describes it in lines. */
  readonly previewScope: (
    change: ScopeChange,
  ) => Promise<{ readonly preview: object; readonly lines: readonly string[] }>
}

/** Prints what users would gain and lose by a change, which is not made. */
export async function printScopePreview<Parts extends ScopePreviewParts>(
  options: CommonOptions,
  run: RunCommand<Parts>,
  changeOf: (parts: Parts) => Promise<ScopeChange>,
): Promise<void> {
  const { preview, lines } = await run(options, async (parts) => parts.previewScope(await changeOf(parts)))
  print(preview, options.json, lines)
}

export const CHECK_OPTION = [
  '--check',
  'only show how many users would see more or less data, without making the change',
] as const
