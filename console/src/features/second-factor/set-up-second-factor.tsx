import { Form, Input, QRCode } from 'antd'
import { useTexts } from '../../shell/language/language.tsx'
import { CopyButton } from '../../shell/page/copy-button.tsx'
import { secondFactorCalls } from './calls.ts'
import { CodeDialog } from './code-dialog.tsx'
import { useShowRecoveryCodes } from './recovery-codes.tsx'

export interface Enrolment {
  readonly secret: string
  /** The content of the QR code. */
  readonly uri: string
}

interface SetUpSecondFactorProps {
  readonly enrolment: Enrolment
  readonly onClose: () => void
}

/** Shows the secret for the authenticator app and asks for its first code. */
export default function SetUpSecondFactor({ enrolment: { secret, uri }, onClose }: SetUpSecondFactorProps) {
  const { secondFactor } = useTexts()
  const showCodes = useShowRecoveryCodes()
  return (
    <CodeDialog
      title={secondFactor.setUp}
      submit={secondFactor.confirm}
      onSubmit={async (code) => {
        const { recoveryCodes = [], error } = await secondFactorCalls.confirmSecondFactor(code)
        if (error) throw error
        showCodes(recoveryCodes)
      }}
      onClose={onClose}
    >
      <p>{secondFactor.scan}</p>
      {/* Scanners need dark modules on a light background, in the dark theme too. */}
      <div className="qr-code">
        <QRCode
          type="svg"
          aria-label={secondFactor.qrCode}
          value={uri}
          color="#000000"
          bgColor="#ffffff"
          size={208}
        />
      </div>
      <Form.Item label={secondFactor.secret} htmlFor="totp-secret">
        <div className="copied-text">
          <Input id="totp-secret" readOnly value={secret} />
          <CopyButton label={secondFactor.copySecret} text={secret} />
        </div>
      </Form.Item>
    </CodeDialog>
  )
}
