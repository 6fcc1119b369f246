import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useLocaleTag, useTexts } from '../../shell/language/language.tsx'
import { UserLink } from '../../shell/own-session/links.tsx'
import { DetailsDrawer } from '../../shell/page/details-drawer.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import NotFoundPage from '../../shell/page/not-found-page.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { idAfter, useOpened } from '../../shell/page/use-opened.ts'
import { Change } from '../audit-log/change.tsx'
import { Differences } from '../audit-log/differences.tsx'
import { useFieldWords } from '../audit-log/use-entry-words.ts'
import { fourEyesCalls } from './calls.ts'
import { Decision, Withdrawal } from './confirmation-actions.tsx'
import { entryOf, usersWithKnownPassword } from './planned-change.ts'
import { ReachOfChange } from './reach-of-change.tsx'
import { ConfirmationStatus } from './request-status.tsx'
import { RequestsTabs } from './requests-tabs.tsx'
import { StatusFilter, waitingByDefault } from './status-filter.tsx'
import { useRequestPages } from './use-request-pages.ts'
import { useSeenEntry } from './use-seen-entry.ts'

const MAX_LISTED = 3

/** Lists the changes that need a second administrator. */
export default function ConfirmationsPage() {
  const { isLoading, hasConfirmations } = useRequestPages()
  if (isLoading) return <Loading />
  return hasConfirmations ? <Confirmations /> : <NotFoundPage />
}

function Confirmations() {
  const { confirmation } = useTexts()
  const address = useAddress()
  const { name, open, close } = useOpened()
  const page = usePage('confirmations', fourEyesCalls.confirmations, waitingByDefault(address))
  const opened = useSeenEntry(page.data?.list, idAfter('details', name))
  return (
    <>
      <PageTitle title={confirmation.title} />
      <RequestsTabs />
      <p className="muted">{confirmation.help}</p>
      <StatusFilter address={address} statuses={confirmation.statuses} />
      <PageTable
        label={confirmation.title}
        columns={useColumns(({ id }) => open(`details ${id}`))}
        rowKey={({ id }) => id}
        page={page}
        address={address}
        empty={confirmation.noneWaiting}
      />
      <ZoneNote />
      {opened && <Details confirmation={opened} onClose={close} />}
    </>
  )
}

function useColumns(open: (confirmation: Schemas['Confirmation']) => void) {
  const { confirmation, common } = useTexts()
  const tag = useLocaleTag()
  return [
    {
      title: confirmation.number,
      key: 'id',
      render: (_: unknown, { id }: Schemas['Confirmation']) => id.toLocaleString(tag),
    },
    {
      title: confirmation.askedBy,
      key: 'user',
      render: (_: unknown, { username, userId }: Schemas['Confirmation']) => (
        <UserLink username={username} userId={userId} />
      ),
    },
    {
      title: confirmation.change,
      key: 'change',
      responsive: ['md' as const],
      render: (_: unknown, one: Schemas['Confirmation']) => (
        <>
          <Kinds confirmation={one} />
          <Sentences confirmation={one} />
        </>
      ),
    },
    {
      title: common.status,
      key: 'status',
      render: (_: unknown, { status, decidedBy }: Schemas['Confirmation']) => (
        <>
          <ConfirmationStatus status={status} />
          {decidedBy && <div className="muted">{decidedBy}</div>}
        </>
      ),
    },
    {
      title: confirmation.until,
      key: 'expiresAt',
      responsive: ['lg' as const],
      render: (_: unknown, { expiresAt }: Schemas['Confirmation']) => <TimeAgo iso={expiresAt} />,
    },
    actionsColumn(common.more, (one: Schemas['Confirmation']) => (
      <RowActions
        of={confirmation.of(one.id)}
        actions={[
          {
            key: 'details',
            label: isOpen(one) ? confirmation.decide : common.details,
            onClick: () => open(one),
          },
        ]}
      />
    )),
  ]
}

const isOpen = ({ status, mayDecide }: Schemas['Confirmation']): boolean => status === 'waiting' && mayDecide

function Kinds({ confirmation: { kinds } }: { readonly confirmation: Schemas['Confirmation'] }) {
  const { confirmation } = useTexts()
  const names = new Map<string, string>(Object.entries(confirmation.kinds))
  return kinds.map((kind) => (
    <Mark key={kind} kind="warn">
      {names.get(kind) ?? kind}
    </Mark>
  ))
}

/** Says what is planned, in the words of the audit log. */
function Sentences({
  confirmation: { changes },
}: {
  readonly confirmation: Schemas['Confirmation']
}): ReactNode {
  const { user } = useTexts()
  const entries = changes.map(entryOf)
  return (
    <>
      {entries.slice(0, MAX_LISTED).map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a plan have no other identity
        <div key={place}>
          <Change entry={entry} />
        </div>
      ))}
      {entries.length > MAX_LISTED && (
        <div className="muted">{user.moreRules(entries.length - MAX_LISTED)}</div>
      )}
    </>
  )
}

interface DetailsProps {
  readonly confirmation: Schemas['Confirmation']
  readonly onClose: () => void
}

/** Shows the whole plan, and lets those confirm it who have neither asked for it nor are concerned by it. */
function Details({ confirmation: given, onClose }: DetailsProps) {
  const { confirmation, user } = useTexts()
  const words = useFieldWords()
  const { id, username, userId, method, path, status, createdAt, expiresAt, decidedBy, decidedAt } = given
  return (
    <DetailsDrawer
      title={confirmation.of(id)}
      onClose={onClose}
      fields={[
        [confirmation.state, <ConfirmationStatus key="status" status={status} />],
        [confirmation.askedBy, <UserLink key="user" username={username} userId={userId} />],
        [confirmation.askedAt, <LocalTime key="asked" iso={createdAt} />],
        [confirmation.until, <LocalTime key="until" iso={expiresAt} />],
        [confirmation.why, <Kinds key="kinds" confirmation={given} />],
        ...given.similarNames.map(
          ({ username: name, others }) =>
            [
              name,
              <Mark key={name} kind="warn">
                {user.looksLike(others.join(', '))}
              </Mark>,
            ] as const,
        ),
        [
          confirmation.call,
          <code key="call">
            {method} {path}
          </code>,
        ],
        ...(decidedAt === null
          ? []
          : [
              [
                confirmation.decidedBy,
                <span key="decided">
                  {decidedBy} <TimeAgo iso={decidedAt} />
                </span>,
              ] as const,
            ]),
      ]}
    >
      {given.changes.map(entryOf).map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a plan have no other identity
        <section key={place} className="planned-change">
          <h2>
            <Change entry={entry} />
          </h2>
          <Differences entry={entry} words={words(entry)} />
        </section>
      ))}
      <KnownPasswords confirmation={given} />
      {given.reach && <ReachOfChange reach={given.reach} />}
      {status === 'waiting' &&
        (isOpen(given) ? <Decision confirmation={given} onDecided={onClose} /> : <NotYours />)}
      <Withdrawal confirmation={given} onWithdrawn={onClose} />
    </DetailsDrawer>
  )
}

/** Warns that the change gives an account to whoever asked. */
function KnownPasswords({ confirmation: given }: { readonly confirmation: Schemas['Confirmation'] }) {
  const { confirmation, auditLog } = useTexts()
  const users = usersWithKnownPassword(given)
  if (given.status !== 'waiting' || users.length === 0) return null
  const title = confirmation.knownPassword(given.username, auditLog.list(users))
  return <Alert type="warning" showIcon className="below" title={title} />
}

function NotYours() {
  const { confirmation } = useTexts()
  return <p className="muted below">{confirmation.notYours}</p>
}
