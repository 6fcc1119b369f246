import { CheckOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { onDemand } from '../../shell/page/on-demand.tsx'
import { storedChoice } from '../../shell/stored-choice.ts'
import { permissionCalls } from '../permission/calls.ts'
import { roleCalls } from '../role/calls.ts'
import { userCalls } from '../user/calls.ts'
import { CALLS, hasOwnCall } from './own-call.ts'

const REFETCH_INTERVAL_MS = 5_000
const LOGIN_PAGE = '/login'

/** The code of several guides, needed only in a new system. */
const ProtectRoute = onDemand(() => import('./protect-route.tsx'))

/** Shows how to set up an empty system, until every step is done or the viewer dismisses it. */
export function FirstSteps() {
  const { firstSteps, common } = useTexts()
  const { userId } = useOwnSession()
  const stored = storedChoice(`castellan.first-steps.${userId}`, ['dismissed'])
  const [isDismissed, setIsDismissed] = useState(() => stored.read() === 'dismissed')
  const progress = useProgress(!isDismissed)
  if (isDismissed || !progress || Object.values(progress).every((isDone) => isDone !== false)) return null

  const dismiss = (): void => {
    stored.write('dismissed')
    setIsDismissed(true)
  }
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{firstSteps.title}</h2>
        <Button type="text" size="small" onClick={dismiss}>
          {common.dismiss}
        </Button>
      </header>
      <p className="muted">{firstSteps.help}</p>
      <ol>
        <Step isDone={progress.hasRole} help={firstSteps.roleHelp}>
          <Link to="/roles?open=new">{firstSteps.role}</Link>
        </Step>
        <Step isDone={progress.hasRule} help={firstSteps.ruleHelp}>
          <Link to="/permissions/rules?open=new">{firstSteps.rule}</Link>
        </Step>
        <Step isDone={progress.hasUser} help={firstSteps.userHelp}>
          <Link to="/users?open=new">{firstSteps.user}</Link>
        </Step>
        <Step isDone={progress.hasLogin} help={firstSteps.loginHelp}>
          <a href={LOGIN_PAGE} target="_blank" rel="noreferrer">
            {firstSteps.login}
          </a>
        </Step>
        {progress.hasCall !== undefined && (
          <Step
            isDone={progress.hasCall}
            help={firstSteps.routeHelp}
            details={!progress.hasCall && <ProtectRoute />}
          >
            <strong>{firstSteps.route}</strong>
          </Step>
        )}
      </ol>
    </section>
  )
}

interface StepProps {
  readonly isDone: boolean
  readonly help: string
  readonly details?: ReactNode
  readonly children: ReactNode
}

function Step({ isDone, help, details, children }: StepProps) {
  const { firstSteps } = useTexts()
  return (
    <li className={isDone ? 'done' : ''}>
      <span className="step-mark" aria-hidden="true">
        {isDone && <CheckOutlined />}
      </span>
      <div>
        {children} <span className="visually-hidden">{isDone ? firstSteps.done : firstSteps.open}</span>
        <p className="muted">{help}</p>
        {details}
      </div>
    </li>
  )
}

const STEPS = ['/role', '/policy', '/sys-user']

/** Returns which steps are done; nothing for a viewer who may not do all of them. */
function useProgress(isWanted: boolean) {
  const { userId, mayCall } = useOwnSession()
  const mayDo = STEPS.every((path) => mayCall('GET', path) && mayCall('POST', path))
  const maySeeCalls = CALLS.every((path) => mayCall('GET', path))
  const firstCall = storedChoice(`castellan.first-call.${userId}`, ['seen'])
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: async () => {
      const [roles, rules, users] = await Promise.all([
        roleCalls.roles({ pageSize: 1 }),
        permissionCalls.rules({ pageSize: 100 }),
        userCalls.users({ pageSize: 20 }),
      ])
      const others = users.list.filter((user) => user.userId !== userId)
      // A refused call is only known for a while, and a system with many rules is not new.
      const hasCall =
        firstCall.read() === 'seen' ||
        rules.count > rules.list.length ||
        (maySeeCalls && (await hasOwnCall(rules.list)))
      if (hasCall) firstCall.write('seen')
      return {
        // The role admin and the first user always exist.
        hasRole: roles.count > 1,
        hasRule: rules.count > 0,
        hasUser: others.length > 0,
        hasLogin: others.some(({ lastLoginTime }) => lastLoginTime !== null),
        hasCall: maySeeCalls ? hasCall : undefined,
      }
    },
    enabled: isWanted && mayDo,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data
}
