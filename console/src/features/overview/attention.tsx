import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import { useLocaleTag, useTexts } from '../../shell/language/language.tsx'
import type { MayCall } from '../../shell/own-session/may-call.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { ENABLED } from '../../shell/page/status-tag.tsx'
import { useWaitingConfirmations, useWaitingRequests } from '../access-requests/waiting-requests.tsx'
import { useSystem } from '../cluster-state/use-system.ts'
import { useUnreadEvents } from '../events/unread-events.ts'
import { explainCalls } from '../explain/calls.ts'
import { throttleCalls } from '../login/calls.ts'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'
import { useRoles } from '../role/select/use-roles.ts'
import { userCalls } from '../user/calls.ts'
import { Figure } from './figure.tsx'
import { useOverview } from './use-overview.ts'

const REFETCH_INTERVAL_MS = 30_000
const DENIED = { reason: 'permission-denied' }

interface TileProps {
  /** The length of the period that is shown. */
  readonly hours: number
}

/** The figures, with the endpoints that each needs. */
const FIGURES = [
  { key: 'events', needs: ['/event'], Tile: UnreadEvents },
  { key: 'requests', needs: ['/access-request'], Tile: WaitingRequests },
  { key: 'confirmations', needs: ['/confirmation'], Tile: WaitingConfirmations },
  { key: 'refusals', needs: ['/refusal/request', '/refusal/group'], Tile: DeniedRequests },
  { key: 'throttles', needs: ['/throttle'], Tile: BlockedAdmins },
  { key: 'second-factors', needs: ['/sys-user', '/role'], Tile: AdminsWithoutSecondFactor },
  { key: 'webhooks', needs: ['/system'], Tile: FailingWebhooks },
  { key: 'confirmers', needs: ['/system'], Tile: MissingConfirmers },
] as const

function offeredFigures(mayCall: MayCall) {
  return FIGURES.filter(({ needs }) => needs.every((path) => mayCall('GET', path)))
}

export function maySeeAttention(mayCall: MayCall): boolean {
  return offeredFigures(mayCall).length > 0
}

/** Shows what an operator should look at, as far as the user's role may see it. */
export function Attention({ hours }: TileProps) {
  const { overview } = useTexts()
  const { mayCall } = useOwnSession()
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="section-title">
        {overview.attention}
      </h2>
      <div className="figures">
        {offeredFigures(mayCall).map(({ key, Tile }) => (
          <Tile key={key} hours={hours} />
        ))}
      </div>
    </section>
  )
}

interface CountProps {
  readonly label: string
  readonly to: string
  readonly notes?: readonly string[]
  readonly counted: { readonly count: number; readonly countCapped?: boolean | undefined } | undefined
}

function Count({ label, to, notes = [], counted }: CountProps) {
  const tag = useLocaleTag()
  if (!counted) return null
  const { count, countCapped = false } = counted
  return (
    <Figure label={label} to={to} notes={notes} isAlert={count > 0}>
      {`${count.toLocaleString(tag)}${countCapped ? '+' : ''}`}
    </Figure>
  )
}

function UnreadEvents() {
  const { overview } = useTexts()
  const unread = useUnreadEvents()
  const to = addressOf('/events', { severity: 'critical', unread: 'true' })
  return <Count label={overview.unreadEvents} to={to} counted={unread} />
}

/** Requests for roles and confirmations have a figure only if there are such pages. */
function WaitingRequests() {
  const { overview } = useTexts()
  return <Waiting label={overview.requestsForYou} to="/requests" count={useWaitingRequests()} />
}

function WaitingConfirmations() {
  const { overview } = useTexts()
  const count = useWaitingConfirmations()
  return <Waiting label={overview.confirmationsForYou} to="/requests/confirmations" count={count} />
}

function Waiting({
  count,
  ...figure
}: Pick<CountProps, 'label' | 'to'> & { readonly count: number | undefined }) {
  return <Count {...figure} counted={count === undefined ? undefined : { count }} />
}

/** Operators who may not list users see only their own refusals. */
function DeniedRequests({ hours }: TileProps) {
  const { overview } = useTexts()
  const { mayCall } = useOwnSession()
  const period = useOverview(hours)
  const filter = { ...DENIED, beginTime: period.data?.from, endTime: period.data?.to }
  const query = { ...filter, pageSize: 1 }
  const { data } = useQuery({
    queryKey: ['refused-requests', query],
    queryFn: () => explainCalls.refusedRequests(query),
    enabled: !period.isLoading,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const notes = mayCall('GET', '/sys-user') ? [] : [overview.onlyYourOwn]
  return (
    <Count label={overview.deniedRequests} to={addressOf('/refusals', filter)} notes={notes} counted={data} />
  )
}

function BlockedAdmins() {
  const { overview } = useTexts()
  const query = { roleKey: ADMIN_ROLE_KEY, pageSize: 1 }
  const { data } = useQuery({
    queryKey: ['throttles', query],
    queryFn: () => throttleCalls.throttles(query),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return (
    <Count label={overview.blockedAdmins} to={addressOf('/', { blocked: ADMIN_ROLE_KEY })} counted={data} />
  )
}

function AdminsWithoutSecondFactor() {
  const { overview } = useTexts()
  const roleId = useRoles().find(({ roleKey }) => roleKey === ADMIN_ROLE_KEY)?.roleId
  const filter = { roleId, status: ENABLED, secondFactor: 'none' }
  const { data } = useQuery({
    queryKey: ['users', filter],
    queryFn: () => userCalls.users({ ...filter, pageSize: 1 }),
    enabled: roleId !== undefined,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return <Count label={overview.noSecondFactor} to={addressOf('/users', filter)} counted={data} />
}

function FailingWebhooks() {
  const { overview } = useTexts()
  const { data } = useSystem()
  if (!data || data.webhooks.length === 0) return null
  const count = data.webhooks.filter(({ status }) => status === 'failing').length
  const to = addressOf('/system', { webhooks: 'failing' })
  return <Count label={overview.failingWebhooks} to={to} counted={{ count }} />
}

/** Shown only while changes that need a confirmation are refused. */
function MissingConfirmers() {
  const { overview } = useTexts()
  const { data } = useSystem()
  if (!data) return null
  const { confirmers, requiredConfirmers } = data.fourEyes
  if (confirmers >= requiredConfirmers) return null
  return (
    <Figure label={overview.confirmers} to="/users" notes={[overview.tooFewConfirmers]} isAlert>
      {`${confirmers} / ${requiredConfirmers}`}
    </Figure>
  )
}
