import { AutoComplete } from 'antd'
import { useRoutes } from './use-matrix.ts'

interface PathInputProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** A path, with those of the service's own routes to begin with. */
export function PathInput(props: PathInputProps) {
  const { data = [] } = useRoutes()
  const paths = [...new Set(data.filter(({ checks }) => checks === 'both').map(({ path }) => path))]
  return (
    <AutoComplete
      {...props}
      options={paths.map((path) => ({ value: path }))}
      showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
      placeholder="/api/v1/…"
    />
  )
}
