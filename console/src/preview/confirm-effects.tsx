import { App, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { ApiError, api, type PolicyChange, UNAUTHORIZED } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { Effects } from './policy-preview.tsx'

interface ConfirmOptions {
  /** Whether to ask also if a role may lose a recorded call: not if the operator has seen the preview. */
  readonly asksAboutLosses?: boolean
}

/**
 * Returns a function that asks for a typed confirmation if a change lets a role change users, roles or rules. The function
 * returns whether to make the change. It does not ask about other changes, unless that is requested, nor about one that
 * would be refused. It throws if there is no preview for another reason: the change may need the confirmation.
 */
export function useConfirmEffects(): (change: PolicyChange, options?: ConfirmOptions) => Promise<boolean> {
  const { mayCall } = useOwnSession()
  const { modal } = App.useApp()
  const { preview, permission, common } = useTexts()
  const maySee = mayCall('POST', '/policy/preview')

  return async (change, { asksAboutLosses = false } = {}) => {
    if (!maySee) return true
    const effects = await api.previewPolicy(change).catch(undefinedIfRefused)
    if (effects === undefined) return true
    const { administeringRoles, lossCount } = effects
    const isTyped = administeringRoles.length > 0
    if (!isTyped && !(asksAboutLosses && lossCount > 0)) return true
    const phrase = phraseFor(administeringRoles)
    return new Promise((resolve) => {
      const dialog = modal.confirm({
        title: isTyped ? preview.administrationAsk : preview.lossAsk,
        width: 'min(600px, 100vw - 32px)',
        content: (
          <>
            <div className="policy-preview">
              <Effects preview={effects} />
            </div>
            {isTyped && (
              <TypedConfirmation
                label={preview.typeToConfirm(phrase)}
                onType={(text) =>
                  dialog.update({ okButtonProps: { danger: true, disabled: text.trim() !== phrase } })
                }
              />
            )}
          </>
        ),
        okText: isTyped ? preview.grantAdministration : permission.apply,
        okButtonProps: { danger: true, disabled: isTyped },
        cancelText: common.cancel,
        autoFocusButton: isTyped ? null : 'cancel',
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  }
}

/** The codes of refusals that the change itself would get. */
const REFUSED: readonly number[] = [400, UNAUTHORIZED, 409]

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || !REFUSED.includes(error.code)) throw error
}

/** Returns the text to type: the key of the role, or the number of roles if there are several. */
function phraseFor(roleKeys: readonly string[]): string {
  return roleKeys.length === 1 ? (roleKeys[0] ?? '') : String(roleKeys.length)
}

interface TypedConfirmationProps {
  readonly label: ReactNode
  readonly onType: (text: string) => void
}

function TypedConfirmation({ label, onType }: TypedConfirmationProps) {
  const id = useId()
  return (
    <div className="typed-confirmation">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}
