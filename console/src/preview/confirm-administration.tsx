import { App, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { api, type PolicyChange } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { Effects } from './policy-preview.tsx'

/**
 * Returns a function that asks for a typed confirmation if a change lets a role change users, roles or rules. The function
 * returns whether to make the change. It does not ask about other changes, nor about one that would be refused.
 */
export function useConfirmAdministration(): (change: PolicyChange) => Promise<boolean> {
  const { mayCall } = useOwnSession()
  const { modal } = App.useApp()
  const { preview, common } = useTexts()
  const maySee = mayCall('POST', '/policy/preview')

  return async (change) => {
    if (!maySee) return true
    const effects = await api.previewPolicy(change).catch(() => undefined)
    if (effects === undefined || effects.administeringRoles.length === 0) return true
    const phrase = phraseFor(effects.administeringRoles)
    return new Promise((resolve) => {
      const dialog = modal.confirm({
        title: preview.administrationAsk,
        width: 'min(600px, 100vw - 32px)',
        content: (
          <>
            <div className="policy-preview">
              <Effects preview={effects} />
            </div>
            <TypedConfirmation
              label={preview.typeToConfirm(phrase)}
              onType={(text) =>
                dialog.update({ okButtonProps: { danger: true, disabled: text.trim() !== phrase } })
              }
            />
          </>
        ),
        okText: preview.grantAdministration,
        okButtonProps: { danger: true, disabled: true },
        cancelText: common.cancel,
        autoFocusButton: null,
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  }
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
