import type { ComponentProps } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

type Kind = ComponentProps<typeof Mark>['kind']

const REQUEST_MARKS: Readonly<Record<Schemas['AccessRequest']['status'], Kind>> = {
  waiting: 'warn',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
  outdated: 'bad',
}

/** Shows the state of a request: until when it waits, or who has decided, when and why. */
export function RequestState({ request }: { readonly request: Schemas['AccessRequest'] }) {
  const { accessRequest } = useTexts()
  const { status, expiresAt, decidedBy, decidedAt, note } = request
  return (
    <div>
      <Mark kind={REQUEST_MARKS[status]}>{accessRequest.statuses[status]}</Mark>
      <div className="muted">
        {status === 'waiting' && (
          <>
            {accessRequest.expires} <TimeAgo iso={expiresAt} />
          </>
        )}
        {status === 'outdated' && accessRequest.outdatedHelp}
        {decidedAt !== null && (
          <>
            {decidedBy} <TimeAgo iso={decidedAt} />
          </>
        )}
        {note !== '' && <div className="request-reason">{note}</div>}
      </div>
    </div>
  )
}

const CONFIRMATION_MARKS: Readonly<Record<Schemas['Confirmation']['status'], Kind>> = {
  waiting: 'warn',
  confirmed: 'good',
  refused: 'bad',
  used: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
}

export function ConfirmationStatus({ status }: Pick<Schemas['Confirmation'], 'status'>) {
  const { confirmation } = useTexts()
  return <Mark kind={CONFIRMATION_MARKS[status]}>{confirmation.statuses[status]}</Mark>
}
