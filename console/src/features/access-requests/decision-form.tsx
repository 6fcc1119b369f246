import { App, Form, Input } from 'antd'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { FieldsCard } from '../../shell/page/fields-card.tsx'
import { FormDrawer } from '../../shell/page/form-drawer.tsx'
import { accessRequestCalls } from './calls.ts'
import { MAX_TEXT_LENGTH } from './limits.ts'

interface DecisionFormProps {
  readonly decision: 'approve' | 'refuse'
  readonly request: Schemas['AccessRequest']
  readonly onClose: () => void
}

/** Approves or refuses the request of a user for a role. */
export function DecisionForm({ decision, request, onClose }: DecisionFormProps) {
  const { accessRequest, user } = useTexts()
  const { message } = App.useApp()
  const { id, username, nickName, roleName, roleKey, hours, reason } = request
  const isApproval = decision === 'approve'
  return (
    <FormDrawer<{ note: string }>
      title={isApproval ? accessRequest.approveOf(username) : accessRequest.refuseOf(username)}
      submit={isApproval ? accessRequest.approve : accessRequest.refuse}
      initial={{ note: '' }}
      onSubmit={async ({ note }) => {
        await accessRequestCalls.decideAccessRequest(id, { decision, note })
        message.success(isApproval ? accessRequest.approved(username, roleName) : accessRequest.refused)
      }}
      onClose={onClose}
    >
      <FieldsCard
        title={accessRequest.request}
        fields={[
          [user.username, nickName === '' ? username : `${username} (${nickName})`],
          [user.role, `${roleName} (${roleKey})`],
          [accessRequest.hours, accessRequest.hoursOf(hours)],
          [
            accessRequest.reason,
            <span key="reason" className="request-reason">
              {reason}
            </span>,
          ],
        ]}
      />
      <p>{isApproval ? accessRequest.approveHelp : accessRequest.refuseHelp}</p>
      <Form.Item name="note" label={accessRequest.note} extra={accessRequest.noteHelp}>
        <Input.TextArea rows={3} maxLength={MAX_TEXT_LENGTH} />
      </Form.Item>
    </FormDrawer>
  )
}
