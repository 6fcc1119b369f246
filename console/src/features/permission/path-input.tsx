import { AutoComplete } from 'antd'
import { useRoutes } from './use-matrix.ts'

interface PathInputProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Shows a path field with the service's own routes as suggestions. */
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
