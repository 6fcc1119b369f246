import { useTexts } from '../language/language.tsx'
import { Mark } from './mark.tsx'

/** The values that the service uses. */
export const ENABLED = '2'
export const DISABLED = '1'

export function StatusTag({ status }: { readonly status: string }) {
  const { common } = useTexts()
  return status === ENABLED ? (
    <Mark kind="good">{common.enabled}</Mark>
  ) : (
    <Mark kind="plain">{common.disabled}</Mark>
  )
}

export function useStatusChoices() {
  const { common } = useTexts()
  return {
    label: common.status,
    choices: [
      { value: ENABLED, label: common.enabled },
      { value: DISABLED, label: common.disabled },
    ],
  }
}
