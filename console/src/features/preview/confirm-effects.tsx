import { App } from 'antd'
import { ApiError, type Schemas, UNAUTHORIZED } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { TypedConfirmation } from '../../shell/page/typed-confirmation.tsx'
import { previewCalls } from './calls.ts'
import { Effects } from './policy-preview.tsx'

interface ConfirmOptions {
  /** Whether to ask also if a role may lose a recorded call: not if the operator has seen the preview. */
  readonly asksAboutLosses?: boolean
}

/**
 * Returns a function that asks for a typed confirmation if a change lets a role change users, roles, departments or rules, or
 * if it adds rules and the operator may not see what they open. The function returns whether to make the change. It does not
 * ask about other changes, unless that is requested, nor about one that would be refused. It throws if there is no preview for
 * another reason: the change may need the confirmation.
 */
export function useConfirmEffects(): (
  change: Schemas['PolicyChange'],
  options?: ConfirmOptions,
) => Promise<boolean> {
  const { mayCall } = useOwnSession()
  const { modal } = App.useApp()
  const { preview, permission, common } = useTexts()
  const maySee = mayCall('POST', '/policy/preview')

  return async (change, { asksAboutLosses = false } = {}) => {
    const effects = maySee ? await previewCalls.previewPolicy(change).catch(outcomeOfRefusal) : 'hidden'
    if (effects === 'refused') return true
    const isHidden = effects === 'hidden'
    const roles = isHidden ? rolesGettingRules(change) : effects.administeringRoles
    const isTyped = roles.length > 0
    const losesCalls = !isHidden && effects.lossCount > 0
    if (!isTyped && !(asksAboutLosses && losesCalls)) return true
    const phrase = phraseFor(roles)
    return new Promise((resolve) => {
      const dialog = modal.confirm({
        title: isHidden ? preview.hiddenAsk : isTyped ? preview.administrationAsk : preview.lossAsk,
        width: 'min(600px, 100vw - 32px)',
        content: (
          <>
            <div className="policy-preview">
              {isHidden ? <p>{preview.hiddenHelp}</p> : <Effects preview={effects} />}
            </div>
            {isTyped && (
              <TypedConfirmation
                phrase={phrase}
                onType={(isPhrase) => dialog.update({ okButtonProps: { danger: true, disabled: !isPhrase } })}
              />
            )}
          </>
        ),
        okText: isTyped && !isHidden ? preview.grantAdministration : permission.apply,
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

/** The role may have lost the permission for the preview, but not that for the change. */
function outcomeOfRefusal(error: unknown): 'refused' | 'hidden' {
  if (!(error instanceof ApiError) || !REFUSED.includes(error.code)) throw error
  return error.reason === 'permission-denied' ? 'hidden' : 'refused'
}

/** Returns the keys of the roles that a change gives rules to. The rules of a file are not read here. */
function rolesGettingRules({ add = [], csv }: Schemas['PolicyChange']): readonly string[] {
  return csv === undefined ? [...new Set(add.map(({ roleKey }) => roleKey))] : ['csv']
}

/** Returns the text to type: the key of the role, or the number of roles if there are several. */
function phraseFor(roleKeys: readonly string[]): string {
  return roleKeys.length === 1 ? (roleKeys[0] ?? '') : String(roleKeys.length)
}
