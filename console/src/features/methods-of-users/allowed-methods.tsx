import { Form, Select } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { methodNames } from './method-names.ts'

/** Limits a user to some of the enabled methods. Not shown if there is nothing to choose. */
export function AllowedMethods({ current }: { readonly current: readonly string[] }) {
  const { methods } = useTexts()
  const enabled = useAppConfig()?.loginMethods.map(({ method }) => method) ?? []
  const offered = [...new Set([...enabled, ...current])]
  if (offered.length < 2) return null
  return (
    <Form.Item name="loginMethods" label={methods.allowed} extra={methods.allowedHelp}>
      <Select
        mode="multiple"
        allowClear
        placeholder={methods.all}
        options={offered.map((value) => ({ value, label: methodNames([value], methods.names) }))}
      />
    </Form.Item>
  )
}
