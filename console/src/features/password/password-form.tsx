import { Alert, App, Checkbox, Form } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { passwordLinkCalls } from '../password-links/calls.ts'
import { InvitationChoice } from '../password-links/invitation-choice.tsx'
import { useMayBeInvited } from '../password-links/use-may-be-invited.ts'
import { passwordCalls } from './calls.ts'
import { PasswordField } from './password-field.tsx'

interface PasswordFormProps {
  readonly user: Schemas['User']
  readonly onSet: (password: string) => void
  readonly onClose: () => void
}

/**
 * Sets a new password for another user, or sends a link with which the user sets it. The link is the default if a second administrator
 * confirms changes: whoever sets a password can log in as the user.
 */
export function PasswordForm({ user: given, onSet, onClose }: PasswordFormProps) {
  const { password, passwordLink } = useTexts()
  const { message } = App.useApp()
  const hasFourEyes = useAppConfig()?.fourEyes === true
  const mayInvite = useMayBeInvited(given)
  const [chosen, setChosen] = useState<boolean>()
  const hasAddress = given.email !== '' || given.phone !== ''
  const isInvited = mayInvite && (chosen ?? (hasFourEyes && hasAddress))

  async function send(values: { readonly password: string; readonly pwdChangeDue: boolean }): Promise<void> {
    if (isInvited) {
      await passwordLinkCalls.inviteUser(given.userId)
      message.success(passwordLink.inviteSent)
    } else {
      await passwordCalls.setUserPassword(given.userId, { ...values })
      onSet(values.password)
    }
  }

  return (
    <FormDrawer
      title={password.of(given.username)}
      submit={isInvited ? passwordLink.invite : password.set}
      initial={{ pwdChangeDue: true }}
      onSubmit={send}
      onClose={onClose}
    >
      <Alert
        type="info"
        showIcon
        title={isInvited ? passwordLink.inviteHelp : password.setHelp}
        className="form-refusal"
      />
      {mayInvite && <InvitationChoice isInvited={isInvited} onChoose={setChosen} />}
      {!isInvited && (
        <>
          <PasswordField />
          <Form.Item name="pwdChangeDue" valuePropName="checked">
            <Checkbox>{password.mustChange}</Checkbox>
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
