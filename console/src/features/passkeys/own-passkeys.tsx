import { Button } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { OwnChangeProblem } from '../../shell/own-session/own-change-problem.tsx'
import { useOwnChange } from '../../shell/own-session/use-own-change.ts'
import { RemoveButton } from '../../shell/page/remove-button.tsx'
import { createPasskey } from './browser-passkeys.ts'
import { passkeyCalls } from './calls.ts'
import { PasskeyList } from './passkey-list.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

interface OwnPasskeysProps {
  readonly passkeys: readonly Schemas['Passkey'][]
  /** False if the user may not log in with passkeys, so that a new one would be of no use. */
  readonly mayAdd: boolean
  /** Whether the user has a second factor, whose code is required to add a passkey. */
  readonly hasSecondFactor: boolean
}

/** Adds, renames and removes own passkeys. */
export function OwnPasskeys({ passkeys, mayAdd, hasSecondFactor }: OwnPasskeysProps) {
  const { passkey } = useTexts()
  const change = useOwnChange()
  const [named, setNamed] = useState<Schemas['Passkey'] | 'new'>()

  async function add(name: string, code: string | undefined): Promise<void> {
    const { uuid, options } = await passkeyCalls.beginPasskey()
    const credential = await createPasskey(options)
    await passkeyCalls.addPasskey({
      uuid,
      name,
      credential,
      ...(code === undefined ? {} : { secondFactorCode: code }),
    })
  }

  return (
    <section className="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{passkey.title}</h2>
      <OwnChangeProblem error={change.error} />
      <p>{passkey.help}</p>
      <PasskeyList
        passkeys={passkeys}
        actions={(one) => (
          <>
            <Button size="small" aria-label={`${passkey.rename}: ${one.name}`} onClick={() => setNamed(one)}>
              {passkey.rename}
            </Button>
            <RemoveButton
              name={one.name}
              question={passkey.removeAsk(one.name)}
              help={passkey.removeHelp}
              onRemove={() => change.run(() => passkeyCalls.removePasskey(one.id))}
            />
          </>
        )}
      />
      {mayAdd && (
        <Button type="primary" className="below" onClick={() => setNamed('new')}>
          {passkey.add}
        </Button>
      )}
      {named !== undefined && (
        <PasskeyNameDialog
          title={named === 'new' ? passkey.add : passkey.rename}
          name={named === 'new' ? '' : named.name}
          asksForCode={named === 'new' && hasSecondFactor}
          onSubmit={(name, code) =>
            named === 'new' ? add(name, code) : passkeyCalls.renamePasskey(named.id, name)
          }
          onClose={() => setNamed(undefined)}
        />
      )}
    </section>
  )
}
