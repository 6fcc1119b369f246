import { useTexts } from '../../shell/language/language.tsx'
import type { Why } from './decision.ts'
import { PendingMark } from './pending-mark.tsx'
import { WhyMark } from './why-mark.tsx'

const SHOWN: readonly Why[] = ['rule', 'partly', 'denied', 'excluded', 'admin']

export function Legend() {
  const { permission } = useTexts()
  return (
    <ul className="legend">
      {SHOWN.map((why) => (
        <li key={why} title={permission.whyLong[why]}>
          <WhyMark why={why} /> {permission.why[why]}
        </li>
      ))}
      <li>
        <PendingMark kind="add" /> <PendingMark kind="remove" /> {permission.pendingLegend}
      </li>
    </ul>
  )
}
