import { Select } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import type { Address } from '../../shell/page/use-address.ts'

interface RouteFilterProps {
  readonly address: Address
  readonly routes: Schemas['RefusalFacets']['routes']
}

/** Filters by method and route at once. */
export function RouteFilter({ address, routes }: RouteFilterProps) {
  const { refusals } = useTexts()
  const { method, route } = address.values
  const chosen = method === undefined || route === undefined ? undefined : `${method} ${route}`
  const choices = routes.map((one) => ({
    value: `${one.method} ${one.route}`,
    label: refusals.facet(`${one.method} ${one.route}`, one.count),
  }))
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen)
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={refusals.route}
      placeholder={refusals.route}
      value={chosen ?? null}
      onChange={(value) => {
        const call = routes.find((one) => `${one.method} ${one.route}` === value)
        address.set({ method: call?.method, route: call?.route })
      }}
      options={isListed ? choices : [{ value: chosen, label: chosen }, ...choices]}
      popupMatchSelectWidth={false}
    />
  )
}
