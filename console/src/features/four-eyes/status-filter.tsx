import { useTexts } from '../../shell/language/language.tsx'
import { ChoiceFilter, Filters } from '../../shell/page/filters.tsx'
import type { Address } from '../../shell/page/use-address.ts'

const ALL = 'all'

/** Returns the filters of the address for the service. Without one, only what waits is shown. */
export function waitingByDefault(address: Address): Address {
  const { status = 'waiting', ...values } = address.values
  return { ...address, values: { ...values, status: status === ALL ? '' : status } }
}

interface StatusFilterProps {
  readonly address: Address
  readonly statuses: Readonly<Record<string, string>>
}

/** Selects the state of requests or confirmations. */
export function StatusFilter({ address, statuses }: StatusFilterProps) {
  const { common, accessRequest } = useTexts()
  const shown = { ...address, values: { ...address.values, status: address.values.status ?? 'waiting' } }
  const choices = [...Object.entries(statuses), [ALL, accessRequest.all]].map(([value = '', label = '']) => ({
    value,
    label,
  }))
  return (
    <Filters address={address}>
      <ChoiceFilter address={shown} name="status" label={common.status} choices={choices} />
    </Filters>
  )
}
