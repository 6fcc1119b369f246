import { DownloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { exportAddress, type Log } from '../api/client.ts'
import { OWN_INFO } from '../api/own-info.ts'
import { useTexts } from '../language/language.tsx'
import type { Address } from '../page/use-address.ts'
import { useOwnSession } from './own-session.tsx'

const PLACE = new Set(['pageIndex', 'pageSize', 'orderBy', 'order'])

/** Links to a CSV export of all rows that match the filters. */
export function ExportLink({ of, address }: { readonly of: Log | 'policy'; readonly address?: Address }) {
  const { common } = useTexts()
  const { mayCall } = useOwnSession()
  const client = useQueryClient()
  if (!mayCall('GET', `/${of}/export`)) return null
  const filter = Object.entries(address?.values ?? {}).filter(([name]) => !PLACE.has(name))
  return (
    <Button
      icon={<DownloadOutlined />}
      href={exportAddress(of, Object.fromEntries(filter))}
      download
      // The browser downloads the file and shows no refusal, so the session is checked here.
      onClick={() => void client.refetchQueries({ queryKey: OWN_INFO })}
    >
      {common.export}
    </Button>
  )
}
