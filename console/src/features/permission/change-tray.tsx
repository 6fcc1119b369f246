import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useIsPhone } from '../../shell/appearance/use-media.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { busy } from '../../shell/page/busy.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { RequestId } from '../../shell/page/request-id.tsx'
import { useConfirm } from '../../shell/page/use-change.ts'
import { useUnsavedInput } from '../../shell/page/use-unsaved-input.tsx'
import { usePolicyPreview } from '../preview/policy-preview.tsx'
import { formatRule } from './decision.ts'
import { changeOf, commandFor, countOtherRoutes, type PendingChange } from './pending-changes.ts'
import { PendingMark } from './pending-mark.tsx'
import type { usePendingChanges } from './use-pending-changes.ts'

interface ChangeTrayProps {
  readonly pending: ReturnType<typeof usePendingChanges>
  /** All routes, to count what else a rule allows. */
  readonly routes: readonly Schemas['Route'][]
}

/** Shows the pending changes with what can be done with them, and the undo of the last ones. */
export function ChangeTray({ pending, routes }: ChangeTrayProps) {
  const { permission, common } = useTexts()
  const { changes, outcome, isSending } = pending
  const { changed } = outcome ?? {}
  const count = changes.length === 0 ? '' : permission.pending(changes.length)
  // Always rendered, because a screen reader announces only changes of a region that exists.
  const announced = (
    <p className="visually-hidden" role="status">
      {count}
    </p>
  )
  if (changes.length === 0 && !outcome) return announced
  return (
    <>
      {announced}
      <section className="card change-tray" aria-label={permission.pendingChanges}>
        {outcome && (
          <Alert
            type={outcome.type}
            showIcon
            title={
              <>
                {outcome.text}
                <RequestId id={outcome.requestId ?? ''} />
              </>
            }
            closable={{
              closeIcon: <CloseOutlined />,
              onClose: pending.dismiss,
              'aria-label': common.dismiss,
            }}
            action={
              changed && (
                <Button size="small" loading={busy(isSending)} onClick={() => void pending.undo(changed)}>
                  {common.undo}
                </Button>
              )
            }
          />
        )}
        {changes.length > 0 && (
          <>
            <strong>{count}</strong>
            <Pending pending={pending} routes={routes} />
          </>
        )}
      </section>
    </>
  )
}

/** Shows the pending changes, and asks before they are discarded because the page is left. */
function Pending({ pending, routes }: ChangeTrayProps) {
  const { permission, common } = useTexts()
  const { mayCall } = useOwnSession()
  const isPhone = useIsPhone()
  const confirm = useConfirm()
  const previewOf = usePolicyPreview()
  const { changes, isSending } = pending
  const change = changeOf(changes)
  const command = commandFor(change)
  useUnsavedInput({
    isPage: true,
    title: permission.discardPendingAsk,
    content: permission.discardPendingHelp,
  })

  const preview = (): void =>
    confirm({
      title: permission.applyAsk(changes.length),
      content: previewOf(change),
      okText: permission.apply,
      isDangerous: false,
      onOk: () => pending.apply({ isPreviewed: true }),
    })

  return (
    <>
      <div className="change-actions">
        {mayCall('POST', '/policy/preview') && (
          <Button disabled={isSending} onClick={preview}>
            {permission.preview}
          </Button>
        )}
        <Button
          type="primary"
          loading={busy(isSending)}
          onClick={() => void pending.apply({ isPreviewed: false })}
        >
          {permission.apply}
        </Button>
        <CopyButton key={command} hasText label={permission.copyCommand} text={command} />
        <Button danger disabled={isSending} onClick={() => pending.set([])}>
          {common.discard}
        </Button>
      </div>
      <details open={!isPhone}>
        <summary>{permission.pendingChanges}</summary>
        <ul>
          {changes.map((one) => (
            <Change
              key={`${one.kind} ${formatRule(one.rule)}`}
              change={one}
              others={countOtherRoutes(one.rule, routes)}
              isFixed={isSending}
              onRemove={() => pending.set(changes.filter((other) => other !== one))}
            />
          ))}
        </ul>
      </details>
    </>
  )
}

interface ChangeProps {
  readonly change: PendingChange
  readonly others: number
  readonly isFixed: boolean
  readonly onRemove: () => void
}

function Change({ change: { kind, rule }, others, isFixed, onRemove }: ChangeProps) {
  const { permission } = useTexts()
  const text = formatRule(rule)
  return (
    <li>
      <PendingMark kind={kind} />
      <span>
        {permission.pendingKinds[kind]} <code>{text}</code>
        {others > 0 && <span className="muted"> {permission.alsoAllows(others)}</span>}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={permission.takeBack(text)}
        title={permission.takeBack(text)}
        disabled={isFixed}
        onClick={onRemove}
      />
    </li>
  )
}
