import { Modal } from 'antd'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FEATURES } from '../../features/features.ts'
import type { PaletteEntry } from '../feature.ts'
import { useTexts } from '../language/language.tsx'
import { useReturnFocus } from '../page/use-return-focus.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

interface PaletteProps {
  readonly onClose: () => void
}

// Not loaded on demand: keys that are typed meanwhile would be lost.
const OFFERS = FEATURES.flatMap(({ palette }) => palette ?? [])

/** Finds users, roles, routes, pages and actions, and opens or runs them: WAI-ARIA's combobox with a listbox. */
export function Palette({ onClose }: PaletteProps) {
  const { palette } = useTexts()
  useReturnFocus()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { groups, isLoading } = usePaletteEntries(text, OFFERS)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const entries = groups.flatMap((group) => group.entries)
  const current = entries[Math.min(active, entries.length - 1)]
  const optionId = (entry: PaletteEntry) => `${id}-${entry.key}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another entry is selected
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])

  const run = (entry: PaletteEntry): void => {
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && current) {
      event.preventDefault()
      setActive((entries.indexOf(current) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(current)
    }
  }

  return (
    <Modal open title={palette.title} footer={null} onCancel={onClose} className="palette">
      <FocusedInput
        className="palette-input"
        role="combobox"
        aria-label={palette.label}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(current ? { 'aria-activedescendant': optionId(current) } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        placeholder={palette.label}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} ref={list} role="listbox" aria-label={palette.results} className="palette-list">
        {groups.map(({ name, entries: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options
          <div key={name} role="group" aria-label={name}>
            <div className="palette-group" aria-hidden="true">
              {name}
            </div>
            {found.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={entry.key}
                id={optionId(entry)}
                role="option"
                aria-selected={entry === current}
                className="palette-option"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(entry)}
              >
                <span>{entry.label}</span>
                {entry.detail && <span className="muted">{entry.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className={entries.length > 0 ? 'visually-hidden' : 'muted'}>
        {isLoading ? palette.loading : palette.found(entries.length)}
      </output>
    </Modal>
  )
}

/** Has the focus as soon as it exists. The dialog would move the focus only after its opening animation. */
function FocusedInput(props: ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return <input ref={input} {...props} />
}
