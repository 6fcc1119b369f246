import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ExportLink } from '../../shell/own-session/export-link.tsx'
import { AddressLink, UserLink } from '../../shell/own-session/links.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { clientName } from '../../shell/page/client-name.ts'
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
import { useChange, useConfirm } from '../../shell/page/use-change.ts'
import { useOpenedEntry } from '../../shell/page/use-opened-entry.ts'
import { VerificationCard } from '../log-verification/verification.tsx'
import { methodNames } from '../methods-of-users/method-names.ts'
import { UserFilter } from '../user/select/user-filter.tsx'
import { loginLogCalls } from './calls.ts'
import { FAILED, PENDING, ResultTag, reasonOf, SUCCEEDED } from './login-result.tsx'
import { foldFirstSteps, type LoginRow } from './login-steps.ts'

export default function LoginLogPage() {
  const { loginLog, filter } = useTexts()
  const { mayCall } = useOwnSession()
  const address = useAddress()
  const { loginKey } = address.values
  const page = usePage(
    'login-log',
    async (query) => {
      const found = await loginLogCalls.loginLog(query)
      // The steps of one login are rows of their own.
      return loginKey === undefined ? foldFirstSteps(found) : found
    },
    address,
  )
  const rows: readonly LoginRow[] = page.data?.list ?? []
  const opened = useOpenedEntry(page.data?.list, loginLogCalls.loginLogEntry)
  const [selected, setSelected] = useState<readonly number[]>([])
  const mayRemove = mayCall('DELETE', '/sys-login-log')
  // A row is deleted with the first step that it contains.
  const firstSteps = rows.flatMap(({ firstStep }) => firstStep ?? [])
  const ids = rows
    .filter(({ id }) => selected.includes(id))
    .flatMap(({ id, firstStep }) => (firstStep ? [id, firstStep.id] : [id]))

  return (
    <>
      <PageTitle title={loginLog.title}>
        {ids.length > 0 && <RemoveButton ids={ids} onDone={() => setSelected([])} />}
        <ExportLink of="sys-login-log" address={address} />
      </PageTitle>
      <VerificationCard log="sys-login-log" />
      <Filters address={address}>
        <UserFilter address={address} name="username" label={loginLog.username} hasOtherNames />
        <TextFilter address={address} name="ipaddr" label={loginLog.address} help={filter.addressHelp} />
        <ChoiceFilter
          address={address}
          name="status"
          label={loginLog.result}
          choices={[
            { value: SUCCEEDED, label: loginLog.succeeded },
            { value: FAILED, label: loginLog.failed },
            { value: PENDING, label: loginLog.firstStep },
          ]}
        />
        <ChoiceFilter
          address={address}
          name="reason"
          label={loginLog.reason}
          choices={Object.entries(loginLog.reasons).map(([value, label]) => ({ value, label }))}
        />
        <ChoiceFilter
          address={address}
          name="newNetwork"
          label={loginLog.network}
          choices={[{ value: 'true', label: loginLog.newNetwork }]}
        />
        <TimeSpanFilter address={address} />
      </Filters>
      <PageTable
        label={loginLog.title}
        columns={useColumns(opened.open)}
        rowKey={({ id }) => id}
        page={page}
        address={address}
        empty={loginLog.none}
        {...(mayRemove
          ? {
              rowSelection: {
                selectedRowKeys: [...selected],
                onChange: (keys) => setSelected(keys.map(Number)),
              },
            }
          : {})}
      />
      {firstSteps.length > 0 && <p className="muted">{loginLog.folded(firstSteps.length)}</p>}
      <ZoneNote />
      {opened.entry && <EntryDetails entry={opened.entry} onClose={opened.close} />}
    </>
  )
}

function useColumns(open: (entry: Schemas['LoginLogEntry']) => void) {
  const { loginLog, methods, common } = useTexts()
  return [
    {
      title: common.time,
      key: 'time',
      render: (_: unknown, one: Schemas['LoginLogEntry']) => <TimeAgo iso={one.loginTime} />,
    },
    {
      title: loginLog.username,
      key: 'username',
      render: (_: unknown, one: Schemas['LoginLogEntry']) => (
        <UserLink username={one.username}>
          <RowName>{one.username}</RowName>
        </UserLink>
      ),
    },
    {
      title: loginLog.result,
      key: 'status',
      render: (_: unknown, one: Schemas['LoginLogEntry']) => <ResultTag row={one} />,
    },
    {
      title: loginLog.address,
      key: 'address',
      responsive: ['md' as const],
      render: (_: unknown, one: Schemas['LoginLogEntry']) => <LoginAddress {...one} />,
    },
    {
      title: loginLog.client,
      key: 'client',
      responsive: ['xl' as const],
      render: (_: unknown, one: Schemas['LoginLogEntry']) => clientName(one, common.clientOn) || '–',
    },
    {
      title: loginLog.method,
      key: 'method',
      responsive: ['xl' as const],
      render: (_: unknown, { method }: Schemas['LoginLogEntry']) =>
        methodNames([method], methods.names) || '–',
    },
    {
      title: loginLog.reason,
      key: 'reason',
      responsive: ['lg' as const],
      render: (_: unknown, one: Schemas['LoginLogEntry']) => reasonOf(one, loginLog.reasons),
    },
    actionsColumn(common.more, (one: Schemas['LoginLogEntry']) => (
      <RowActions
        of={`${one.username} ${one.loginTime}`}
        actions={[{ key: 'details', label: common.details, onClick: () => open(one) }]}
      />
    )),
  ]
}

/** Shows an address, and whether the user had never logged in from its network before. */
function LoginAddress({ ipaddr, newNetwork }: Pick<Schemas['LoginLogEntry'], 'ipaddr' | 'newNetwork'>) {
  const { loginLog } = useTexts()
  return (
    <>
      <AddressLink address={ipaddr} /> {newNetwork && <Mark kind="warn">{loginLog.newNetwork}</Mark>}
    </>
  )
}

function EntryDetails({
  entry,
  onClose,
}: {
  readonly entry: Schemas['LoginLogEntry']
  readonly onClose: () => void
}) {
  const { loginLog, methods, common } = useTexts()
  const stepsLink = (
    <Link key="steps" to={addressOf('/login-log', { loginKey: entry.loginKey })}>
      {loginLog.allSteps}
    </Link>
  )
  return (
    <DetailsDrawer
      title={`${loginLog.title} #${entry.id}`}
      onClose={onClose}
      fields={[
        [common.time, <LocalTime key="time" iso={entry.loginTime} />],
        [loginLog.username, <UserLink key="username" username={entry.username} />],
        [loginLog.result, <ResultTag key="result" row={entry} />],
        [loginLog.method, methodNames([entry.method], methods.names)],
        [loginLog.reason, reasonOf(entry, loginLog.reasons)],
        ...(entry.loginKey === '' ? [] : [[loginLog.login, stepsLink] as const]),
        [loginLog.message, entry.msg],
        [loginLog.address, <LoginAddress key="address" {...entry} />],
        [loginLog.client, clientName(entry, common.clientOn)],
        [loginLog.agent, entry.remark],
      ]}
    />
  )
}

function RemoveButton({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const { loginLog, common } = useTexts()
  const confirm = useConfirm()
  const remove = useChange(loginLogCalls.removeLoginLogEntries, common.removed)
  const ask = (): void =>
    confirm({
      title: loginLog.removeAsk(ids.length),
      content: loginLog.removeHelp,
      okText: common.remove,
      onOk: () => remove.mutateAsync(ids).then(onDone),
    })
  return (
    <Button danger onClick={ask}>
      {common.remove} ({loginLog.selected(ids.length)})
    </Button>
  )
}
