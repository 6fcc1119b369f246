import type { ComponentType, ReactNode } from 'react'
import type { ConsolePage } from '../../../src/features/web/console/pages.ts'
import type { Texts } from './language/texts.ts'
import type { MayCall } from './own-session/may-call.ts'
import type { useAppConfig } from './page/brand.tsx'

/** What decides which pages are offered. */
export interface Viewer {
  readonly mayCall: MayCall
  readonly roleKey: string
  /** Undefined until it is loaded. */
  readonly config: ReturnType<typeof useAppConfig>
}

export interface MenuEntry {
  readonly path: ConsolePage
  readonly name: (texts: Texts) => string
  readonly icon: ReactNode
  readonly isOffered: (viewer: Viewer) => boolean
  /** Shown behind the name. */
  readonly badge?: ComponentType
}

export interface PaletteEntry {
  readonly key: string
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

export interface PaletteGroup {
  readonly name: string
  readonly entries: readonly PaletteEntry[]
  /** Groups are shown in ascending order. Actions have 4, pages have 5. */
  readonly place: number
}

/** What a feature offers in the palette. Everything in it can be opened with the own role. */
export interface PaletteOffer {
  readonly group?: PaletteGroup
  readonly isLoading?: boolean
  /** The shell leaves out actions that do not match the typed text. */
  readonly actions?: readonly PaletteEntry[]
  /** Pages that are not in the menu, with their names. */
  readonly pages?: readonly (readonly [path: ConsolePage, name: string])[]
}

export type UsePalette = (typed: string) => PaletteOffer

/** What a feature brings to the pages for logged-in users. */
export interface ConsoleFeature {
  /** Loaded on demand. The service serves the same paths (`src/features/web/console/pages.ts`). */
  readonly pages?: Readonly<Partial<Record<ConsolePage, () => Promise<{ default: ComponentType }>>>>
  readonly menu?: MenuEntry
  readonly palette?: UsePalette
  /** Rendered around all pages. */
  readonly stage?: ComponentType<{ readonly children: ReactNode }>
  /** Rendered beside the frame. */
  readonly dialog?: ComponentType
}
