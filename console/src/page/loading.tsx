import { useTexts } from '../language/language.tsx'

/** Used while Ant Design is being loaded, too. */
export function Loading() {
  const { common } = useTexts()
  return <div className="loading" role="status" aria-label={common.loading} />
}
