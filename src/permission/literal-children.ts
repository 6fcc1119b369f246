import { MAX_PATTERN_LENGTH } from './path-characters.ts'

/**
 * The children of all nodes of a policy tree by literal segments, in tables of plain numbers.
 *
 * Objects with a `Map` in each would be simpler, and were measured: with 100,000 rules of deep patterns a decision
 * took twice as long, nearly all of it waiting for memory, and a rule took two thirds more of it. Here a step is one
 * look into a table, and cuts no text out of the path. Plain functions over one record, for the figures `decision-*`:
 * closures over tables of their own took three times as long as soon as there were two policies.
 */
export interface LiteralChildren {
  /** Not to be foreseen, so that nobody can write a policy whose literals all fall into one slot. */
  readonly seed: number
  /** Four numbers a slot. Never more than half full, so that a search ends soon. */
  slots: Int32Array
  /** Each literal once, one byte a character, ended by a slash, which no literal has. */
  texts: Uint8Array
  slotsTaken: number
  textsLength: number
  /** Where the text of a literal stands; needed only while children are added. */
  readonly offsets: Map<string, number>
}

export const NO_NODE = 0

// A slot: whose child it is, the literal's hash, where its text stands, and the child.
const PARENT = 0
const HASH = 1
const TEXT = 2
const CHILD = 3
const SLOT_LENGTH = 4

const SLASH = 0x2f

/** With room for so many literals; more than that are found room for later. */
export function createLiteralChildren(expected: number): LiteralChildren {
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(64, 2 * expected)))
  return {
    seed: (Math.random() * 2 ** 32) | 0,
    slots: new Int32Array(slotCount * SLOT_LENGTH),
    texts: new Uint8Array(1024),
    slotsTaken: 0,
    textsLength: 0,
    offsets: new Map(),
  }
}

/** The hash of a segment, from the seed on, one character after the other. */
export function hashStep(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193)
}

/** The child by the segment of `path` that begins at `start`, or `NO_NODE`. */
export function findLiteralChild(
  children: LiteralChildren,
  parent: number,
  path: string,
  start: number,
): number {
  const { slots, texts } = children
  const hash = hashOf(children, path, start)
  for (let slot = firstSlot(children, parent, hash); ; slot = (slot + SLOT_LENGTH) & (slots.length - 1)) {
    const child = slots[slot + CHILD] ?? NO_NODE
    if (child === NO_NODE) return NO_NODE
    if (slots[slot + PARENT] !== parent || slots[slot + HASH] !== hash) continue
    if (isText(texts, slots[slot + TEXT] ?? 0, path, start)) return child
  }
}

function hashOf({ seed }: LiteralChildren, path: string, start: number): number {
  // No literal is longer: a segment that is must not cost a decision its length at every node.
  const limit = Math.min(path.length, start + MAX_PATTERN_LENGTH)
  let hash = seed
  for (let at = start; at < limit; at++) {
    const character = path.charCodeAt(at)
    if (character === SLASH) break
    hash = hashStep(hash, character)
  }
  return hash
}

/** Whether the segment of `path` that begins at `start` is the literal whose text stands at `offset`. */
export function isText(texts: Uint8Array, offset: number, path: string, start: number): boolean {
  let at = offset
  for (let i = start; i < path.length; i++, at++) {
    const character = path.charCodeAt(i)
    if (texts[at] !== character) return false
    if (character === SLASH) return true
  }
  return texts[at] === SLASH
}

export function textAt({ texts }: LiteralChildren, offset: number, length: number): string {
  return String.fromCharCode(...texts.subarray(offset, offset + length))
}

export function addLiteralChild(
  children: LiteralChildren,
  parent: number,
  literal: string,
  child: number,
): void {
  fillSlot(children, parent, hashOf(children, literal, 0), offsetOf(children, literal), child)
  children.slotsTaken++
  if (children.slotsTaken * 2 * SLOT_LENGTH > children.slots.length) doubleSlots(children)
}

function firstSlot({ seed, slots }: LiteralChildren, parent: number, hash: number): number {
  const mixed = Math.imul(Math.imul(parent ^ seed, 0x9e3779b1) ^ hash, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), SLOT_LENGTH) & (slots.length - 1)
}

function fillSlot(
  children: LiteralChildren,
  parent: number,
  hash: number,
  text: number,
  child: number,
): void {
  const { slots } = children
  let slot = firstSlot(children, parent, hash)
  while (slots[slot + CHILD] !== NO_NODE) slot = (slot + SLOT_LENGTH) & (slots.length - 1)
  slots[slot + PARENT] = parent
  slots[slot + HASH] = hash
  slots[slot + TEXT] = text
  slots[slot + CHILD] = child
}

function doubleSlots(children: LiteralChildren): void {
  const old = children.slots
  children.slots = new Int32Array(old.length * 2)
  for (let slot = 0; slot < old.length; slot += SLOT_LENGTH) {
    const child = old[slot + CHILD] ?? NO_NODE
    if (child === NO_NODE) continue
    fillSlot(children, old[slot + PARENT] ?? 0, old[slot + HASH] ?? 0, old[slot + TEXT] ?? 0, child)
  }
}

/** Where the text of a literal stands, from now on at the latest. */
export function offsetOf(children: LiteralChildren, literal: string): number {
  const known = children.offsets.get(literal)
  if (known !== undefined) return known
  const offset = children.textsLength
  children.offsets.set(literal, offset)
  children.textsLength += literal.length + 1
  if (children.textsLength > children.texts.length) {
    const longer = new Uint8Array(children.textsLength * 2)
    longer.set(children.texts)
    children.texts = longer
  }
  for (let i = 0; i < literal.length; i++) children.texts[offset + i] = literal.charCodeAt(i)
  children.texts[offset + literal.length] = SLASH
  return offset
}
