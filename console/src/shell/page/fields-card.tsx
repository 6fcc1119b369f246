import { Descriptions } from 'antd'
import { type ReactNode, useId } from 'react'

export type Field = readonly [label: string, value: ReactNode]

interface FieldsCardProps {
  readonly title: string
  readonly fields: readonly Field[]
  readonly children?: ReactNode
}

/** Shows the fields of a user, a role or a request. */
export function FieldsCard({ title, fields, children }: FieldsCardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Descriptions
        column={1}
        size="small"
        items={fields.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
      />
      {children}
    </section>
  )
}
