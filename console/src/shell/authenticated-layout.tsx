import type { ReactNode } from 'react'
import { FEATURES } from '../features/features.ts'
import { AntDesign } from './appearance/ant-design.tsx'
import { AuthenticatedPages } from './authenticated-pages.tsx'
import { Frame } from './frame/frame.tsx'
import { DutyGate } from './own-session/duty-gate.tsx'
import { OwnSessionGate } from './own-session/own-session.tsx'

const DIALOGS = FEATURES.flatMap(({ dialog }) => dialog ?? [])
const STAGES = FEATURES.flatMap(({ stage }) => stage ?? [])

/** Renders a page for logged-in users. Loaded after the login page, which works without Ant Design. */
export default function AuthenticatedLayout() {
  return (
    <AntDesign>
      <Stages>
        <OwnSessionGate>
          <Frame>
            <DutyGate>
              <AuthenticatedPages />
            </DutyGate>
          </Frame>
          {DIALOGS.map((Dialog, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Dialog key={place} />
          ))}
        </OwnSessionGate>
      </Stages>
    </AntDesign>
  )
}

function Stages({ children }: { readonly children: ReactNode }) {
  let staged = children
  for (const Stage of STAGES) staged = <Stage>{staged}</Stage>
  return staged
}
