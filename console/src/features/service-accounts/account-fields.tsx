import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { Clipped } from '../../shell/page/clipped.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { StatusTag } from '../../shell/page/status-tag.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useNow } from '../../shell/page/use-now.ts'

/** Shows whether an account is enabled, whether its owner has accepted it and has access, and whether its end is over. */
export function AccountState({
  account: { status, ownerHasAccess, accepted, expiresAt },
}: {
  readonly account: Schemas['ServiceAccount']
}) {
  const { serviceAccount } = useTexts()
  const now = useNow()
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <>
      <StatusTag status={status} /> {!accepted && <Mark kind="bad">{serviceAccount.notAccepted}</Mark>}{' '}
      {!ownerHasAccess && <Mark kind="bad">{serviceAccount.ownerWithoutAccess}</Mark>}{' '}
      {isOver && <Mark kind="bad">{serviceAccount.expired}</Mark>}
    </>
  )
}

export function End({ expiresAt }: Pick<Schemas['ServiceAccount'], 'expiresAt'>) {
  const { serviceAccount } = useTexts()
  return expiresAt === null ? (
    <span className="muted">{serviceAccount.noEnd}</span>
  ) : (
    <TimeAgo iso={expiresAt} />
  )
}

export function Networks({ networks }: Pick<Schemas['ServiceAccount'], 'networks'>) {
  const { serviceAccount } = useTexts()
  return networks.length === 0 ? (
    <span className="muted">{serviceAccount.everywhere}</span>
  ) : (
    <Clipped>{networks.join(', ')}</Clipped>
  )
}
