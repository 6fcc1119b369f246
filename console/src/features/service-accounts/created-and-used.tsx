import { useTexts } from '../../shell/language/language.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

interface CreatedAndUsedProps {
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export function CreatedAndUsed({ createdAt, lastUsedAt }: CreatedAndUsedProps) {
  const { common, passkey, user } = useTexts()
  return (
    <>
      {common.created} <TimeAgo iso={createdAt} /> · {passkey.lastUsed}{' '}
      {lastUsedAt === null ? user.never : <TimeAgo iso={lastUsedAt} />}
    </>
  )
}
