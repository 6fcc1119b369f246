import { onDemand } from '../../shell/page/on-demand.tsx'
import { useSystem } from '../cluster-state/use-system.ts'

const SuspensionNotice = onDemand(() => import('./suspension-notice.tsx'))

/** Shows the suspended administrators, about whom another one has to decide. Shows nothing if there are none. */
export function SuspendedUsers() {
  const { data } = useSystem()
  return data?.fourEyes.suspended.map((one) => <SuspensionNotice key={one.userId} suspended={one} from="/" />)
}
