import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RequestLink, RoleLink, RouteLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { DetailsDrawer } from '../../shell/page/details-drawer.tsx'
import { ChoiceFilter, Filters } from '../../shell/page/filters.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useOpenedEntry } from '../../shell/page/use-opened-entry.ts'
import { eventCalls } from './calls.ts'
import { eventFields, eventParts, kindName } from './event-text.ts'
import { useMarkRead, useMarkShown, useUnreadEvents } from './unread-events.ts'
import { useEventStream } from './use-event-stream.ts'

const MARKS = { info: 'plain', warning: 'warn', critical: 'bad' } as const

export default function EventsPage() {
  const { tag, events } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  // The texts of events are in the language of the request.
  const query = `events-${tag}`
  const unread = useUnreadEvents()
  const isUnread = address.values.unread === 'true'
  // Which events were unread when the list was opened: they stay in it when they are marked as read.
  const [after, setAfter] = useState<number>()
  if (isUnread && after === undefined && unread) setAfter(unread.after)
  const page = usePage(
    query,
    ({ unread: _, after: _position, ...filter }) =>
      eventCalls.events({ ...filter, ...(isUnread ? { after } : {}) }),
    isUnread ? { ...address, values: { ...address.values, unread: String(after) } } : address,
    { enabled: !isUnread || after !== undefined },
  )
  const opened = useOpenedEntry(page.data?.list, eventCalls.event)
  useMarkShown(page.isPlaceholderData ? [] : (page.data?.list ?? []))
  const markRead = useMarkRead()
  const queryClient = useQueryClient()
  const isLive = useEventStream(
    mayCall('GET', '/event/stream'),
    () => void queryClient.invalidateQueries({ queryKey: [query] }),
  )
  const kinds = Object.entries(events.kinds).map(([value, label]) => ({ value, label }))
  const severities = Object.entries(events.severities).map(([value, label]) => ({ value, label }))
  return (
    <>
      <PageTitle title={events.title}>
        {unread !== undefined && unread.count > 0 && (
          <Button onClick={() => void markRead()}>{events.markRead}</Button>
        )}
        <output>
          <Mark kind={isLive ? 'good' : 'plain'}>{isLive ? events.live : events.notLive}</Mark>
        </output>
      </PageTitle>
      <Filters address={address}>
        <ChoiceFilter address={address} name="severity" label={events.severity} choices={severities} />
        <ChoiceFilter
          address={address}
          name="unread"
          label={events.read}
          choices={[{ value: 'true', label: events.onlyUnread }]}
        />
        <ChoiceFilter address={address} name="kind" label={events.kind} choices={kinds} />
      </Filters>
      <PageTable
        label={events.title}
        columns={useColumns(opened.open)}
        rowKey={({ id }) => id}
        page={page}
        address={address}
        empty={events.none}
      />
      <ZoneNote />
      {opened.entry && <EventDetails event={opened.entry} onClose={opened.close} />}
    </>
  )
}

function useColumns(open: (event: Schemas['Event']) => void) {
  const texts = useTexts()
  const { events, common } = texts
  return [
    {
      title: common.time,
      key: 'time',
      render: (_: unknown, one: Schemas['Event']) => <TimeAgo iso={one.time} />,
    },
    {
      title: events.severity,
      key: 'severity',
      render: (_: unknown, one: Schemas['Event']) => <SeverityMark severity={one.severity} />,
    },
    {
      title: events.event,
      key: 'text',
      render: (_: unknown, one: Schemas['Event']) => <EventText event={one} />,
    },
    actionsColumn(common.more, (one: Schemas['Event']) => (
      <RowActions
        of={`${kindName(one, texts)} ${one.id}`}
        actions={[{ key: 'details', label: common.details, onClick: () => open(one) }]}
      />
    )),
  ]
}

function SeverityMark({ severity }: Pick<Schemas['Event'], 'severity'>) {
  const { events } = useTexts()
  return <Mark kind={MARKS[severity]}>{events.severities[severity]}</Mark>
}

function EventText({ event }: { readonly event: Schemas['Event'] }) {
  const parts = eventParts(event, useTexts())
  return (
    <span className="change">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
        <Fragment key={place}>
          {typeof part === 'string' ? part : <FieldValue {...part} event={event} />}
        </Fragment>
      ))}
    </span>
  )
}

interface FieldValueProps {
  readonly event: Schemas['Event']
  readonly name: string
  readonly value: string
}

/** Links the value of a field to its page, where there is one. The command line and the service are no users. */
function FieldValue({ event: { fields }, name, value }: FieldValueProps) {
  if (name === 'operator' && !fields.operatorId) return value
  if (name === 'username' || name === 'operator') return <UserLink username={value} />
  if (name === 'roleKey') return <RoleLink roleKey={value} />
  if (['address', 'network', 'operatorAddress'].includes(name)) return <AddressLink address={value} />
  if (name === 'requestId') return <RequestLink requestId={value} />
  if (name === 'path') return <RouteLink path={value} />
  return value
}

function EventDetails({
  event,
  onClose,
}: {
  readonly event: Schemas['Event']
  readonly onClose: () => void
}) {
  const texts = useTexts()
  const { events, common } = texts
  return (
    <DetailsDrawer
      title={`${events.event} #${event.id}`}
      onClose={onClose}
      fields={[
        [common.time, <LocalTime key="time" iso={event.time} />],
        [events.severity, <SeverityMark key="severity" severity={event.severity} />],
        [
          events.kind,
          <span key="kind">
            {kindName(event, texts)} <code className="muted">{event.kind}</code>
          </span>,
        ],
        [events.event, <EventText key="event" event={event} />],
        ...eventFields(event, texts).map(
          ({ name, label, value }) =>
            [label, <FieldValue key={name} name={name} value={value} event={event} />] as const,
        ),
      ]}
    />
  )
}
