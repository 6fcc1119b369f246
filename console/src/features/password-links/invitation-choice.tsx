import { Checkbox, Form } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { useAppConfig } from '../../shell/page/brand.tsx'

interface InvitationChoiceProps {
  readonly isInvited: boolean
  readonly onChoose: (isInvited: boolean) => void
}

/** Offers to send a link with which the user sets the password. Whoever sets a password knows it, which four eyes should prevent. */
export function InvitationChoice({ isInvited, onChoose }: InvitationChoiceProps) {
  const { passwordLink } = useTexts()
  const hasFourEyes = useAppConfig()?.fourEyes === true
  return (
    <Form.Item extra={hasFourEyes ? passwordLink.inviteFourEyes : passwordLink.inviteNewHelp}>
      <Checkbox checked={isInvited} onChange={({ target }) => onChoose(target.checked)}>
        {passwordLink.inviteNew}
      </Checkbox>
    </Form.Item>
  )
}
