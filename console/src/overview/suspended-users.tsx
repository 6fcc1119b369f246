import { onDemand } from '../page/on-demand.tsx'
import { useSystem } from '../system/use-system.ts'

const SuspensionNotice = onDemand(() => import('../user/suspension-notice.tsx'))

/** Shows the suspended administrators, about whom another one has to decide. Shows nothing if there are none. */
export function SuspendedUsers() {
  const { data } = useSystem()
  return data?.fourEyes.suspended.map((one) => <SuspensionNotice key={one.userId} suspended={one} from="/" />)
}
