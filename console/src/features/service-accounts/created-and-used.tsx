import { useTexts } from '../../shell/language/language.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'

interface CreatedAndUsedProps {
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export function CreatedAndUsed({ createdAt, lastUsedAt }: CreatedAndUsedProps) {
  const { common, passkey } = useTexts()
  return (
    <>
      {common.created} <TimeAgo iso={createdAt} /> · {passkey.lastUsed}{' '}
      {lastUsedAt === null ? common.never : <TimeAgo iso={lastUsedAt} />}
    </>
  )
}
