import { Spin } from 'antd'
import { useTexts } from '../language/language.tsx'

export function Loading() {
  const { common } = useTexts()
  return (
    <div className="loading" role="status" aria-label={common.loading}>
      <Spin size="large" />
    </div>
  )
}
