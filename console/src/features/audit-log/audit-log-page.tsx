import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ExportLink } from '../../shell/own-session/export-link.tsx'
import { AddressLink, RequestLink } from '../../shell/own-session/links.tsx'
import { RowName } from '../../shell/page/clipped.tsx'
import { DetailsDrawer } from '../../shell/page/details-drawer.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../shell/page/filters.tsx'
import { LocalTime } from '../../shell/page/local-time.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { actionsColumn, PageTable, usePage } from '../../shell/page/page-table.tsx'
import { PageTitle } from '../../shell/page/page-title.tsx'
import { RowActions } from '../../shell/page/row-actions.tsx'
import { TimeAgo, ZoneNote } from '../../shell/page/time-ago.tsx'
import { TimeSpanFilter } from '../../shell/page/time-span-filter.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { useOpenedEntry } from '../../shell/page/use-opened-entry.ts'
import { VerificationCard } from '../log-verification/verification.tsx'
import { UserFilter } from '../user/select/user-filter.tsx'
import { auditLogCalls } from './calls.ts'
import { Change } from './change.tsx'
import { Differences } from './differences.tsx'
import { OperatorLink, TargetLink } from './entry-links.tsx'
import { useActionName, useFieldWords } from './use-entry-words.ts'

export default function AuditLogPage() {
  const { auditLog, filter } = useTexts()
  const address = useAddress()
  const page = usePage('audit-log', auditLogCalls.auditLog, address)
  const opened = useOpenedEntry(page.data?.list, auditLogCalls.auditLogEntry)
  const kinds = Object.entries(auditLog.kinds).map(([value, label]) => ({ value, label }))
  return (
    <>
      <PageTitle title={auditLog.title}>
        <ExportLink of="audit-log" address={address} />
      </PageTitle>
      <VerificationCard log="audit-log" />
      <Filters address={address}>
        <UserFilter address={address} name="operator" label={auditLog.operator} hasOtherNames />
        <TextFilter address={address} name="action" label={auditLog.action} help={filter.actionHelp} />
        <ChoiceFilter address={address} name="targetKind" label={auditLog.kind} choices={kinds} />
        <TextFilter address={address} name="target" label={auditLog.target} help={filter.targetHelp} />
        <TimeSpanFilter address={address} />
      </Filters>
      <PageTable
        label={auditLog.title}
        columns={useColumns(opened.open)}
        rowKey={({ id }) => id}
        page={page}
        address={address}
        empty={auditLog.none}
      />
      <ZoneNote />
      {opened.entry && <EntryDetails entry={opened.entry} onClose={opened.close} />}
    </>
  )
}

function useColumns(open: (entry: Schemas['AuditLogEntry']) => void) {
  const { auditLog, loginLog, common } = useTexts()
  const actionName = useActionName()
  return [
    {
      title: common.time,
      key: 'time',
      render: (_: unknown, one: Schemas['AuditLogEntry']) => <TimeAgo iso={one.time} />,
    },
    {
      title: auditLog.operator,
      key: 'operator',
      render: (_: unknown, one: Schemas['AuditLogEntry']) => (
        <OperatorLink entry={one}>
          <RowName>{one.operator}</RowName>
        </OperatorLink>
      ),
    },
    {
      title: auditLog.action,
      key: 'action',
      render: (_: unknown, one: Schemas['AuditLogEntry']) => (
        <Mark kind="plain">{actionName(one.action)}</Mark>
      ),
    },
    {
      title: auditLog.change,
      key: 'change',
      responsive: ['md' as const],
      render: (_: unknown, one: Schemas['AuditLogEntry']) => <Change entry={one} />,
    },
    {
      title: loginLog.address,
      key: 'address',
      responsive: ['xl' as const],
      render: (_: unknown, { ipaddr }: Schemas['AuditLogEntry']) => <AddressLink address={ipaddr} />,
    },
    actionsColumn(common.more, (one: Schemas['AuditLogEntry']) => (
      <RowActions
        of={`${actionName(one.action)} ${one.target}`}
        actions={[{ key: 'details', label: common.details, onClick: () => open(one) }]}
      />
    )),
  ]
}

function EntryDetails({
  entry,
  onClose,
}: {
  readonly entry: Schemas['AuditLogEntry']
  readonly onClose: () => void
}) {
  const { auditLog, loginLog, common } = useTexts()
  const actionName = useActionName()
  const words = useFieldWords()(entry)
  const sources = new Map(Object.entries(auditLog.sources))
  return (
    <DetailsDrawer
      title={`${auditLog.title} #${entry.id}`}
      onClose={onClose}
      fields={[
        [common.time, <LocalTime key="time" iso={entry.time} />],
        [auditLog.operator, <OperatorLink key="operator" entry={entry} />],
        ...(entry.operatorOwner ? [[auditLog.operatorOwner, entry.operatorOwner] as const] : []),
        [
          auditLog.action,
          <span key="action">
            {actionName(entry.action)} <code className="muted">{entry.action}</code>
          </span>,
        ],
        [auditLog.target, <TargetLink key="target" entry={entry} />],
        [auditLog.change, <Change key="change" entry={entry} />],
        [auditLog.source, sources.get(entry.source) ?? entry.source],
        [loginLog.address, <AddressLink key="address" address={entry.ipaddr} />],
        [auditLog.request, <RequestLink key="request" requestId={entry.requestId} />],
      ]}
    >
      <Differences entry={entry} words={words} />
    </DetailsDrawer>
  )
}
