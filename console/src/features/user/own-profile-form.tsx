import { App, Form, Input } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { userCalls } from './calls.ts'

interface Values {
  readonly nickName: string
  readonly email: string
}

/** Edits the own name and e-mail address. */
export function OwnProfileForm({
  user: own,
  onClose,
}: {
  readonly user: Schemas['Profile']
  readonly onClose: () => void
}) {
  const { profile, user, common } = useTexts()
  const { message } = App.useApp()
  return (
    <FormDrawer<Values>
      title={profile.edit}
      submit={common.save}
      initial={{ nickName: own.nickName, email: own.email }}
      onSubmit={async (values) => {
        await userCalls.changeOwnProfile({ ...values, revision: own.revision })
        message.success(common.saved)
      }}
      onClose={onClose}
    >
      <Form.Item name="nickName" label={user.nickName}>
        <Input autoComplete="name" maxLength={255} />
      </Form.Item>
      <Form.Item name="email" label={user.email}>
        <Input type="email" autoComplete="email" maxLength={255} />
      </Form.Item>
    </FormDrawer>
  )
}
