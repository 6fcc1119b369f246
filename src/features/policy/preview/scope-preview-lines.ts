import { counted } from '../../../platform/text/counted.ts'
import type { ScopePreview } from './scope-preview.ts'

/** Describes what users gain and lose by a change that was not made. */
export function scopePreviewLines({ usersGaining, usersLosing, gained, lost }: ScopePreview): string[] {
  const extentOf = ({ departments, users }: ScopePreview['gained']) =>
    departments + users === 0
      ? 'own rows, or rows without a department'
      : `${counted(users, 'user')} in ${counted(departments, 'department')}`
  const gaining = `${counted(usersGaining, 'user')} would additionally see ${extentOf(gained)}`
  const losing = `${counted(usersLosing, 'user')} would no longer see ${extentOf(lost)}`
  const lines = [...(usersGaining > 0 ? [gaining] : []), ...(usersLosing > 0 ? [losing] : [])]
  return [...(lines.length > 0 ? lines : ['no user would see more or less']), 'Nothing was changed.']
}
