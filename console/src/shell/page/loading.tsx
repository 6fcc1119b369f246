import { useTexts } from '../language/language.tsx'

/** Also shown while Ant Design is loading, so it does not use Ant Design. */
export function Loading() {
  const { common } = useTexts()
  return <div className="loading" role="status" aria-label={common.loading} />
}
