/**
 * Finds the child of a node of the policy tree by a literal segment.
 *
 * Objects with a `Map` in each would be simpler, and were measured: with 100,000 rules of deep patterns a decision
 * took twice as long, nearly all of it waiting for memory, and a rule took two thirds more of it. Here a step is one
 * look into a table of plain numbers, and cuts no text out of the path.
 */
export interface LiteralChildren {
  /** The hash of a segment before its first character; `hashStep` adds one. */
  readonly seed: number
  /** The child by the segment of `path` from `start` to `end`, or `NO_NODE`. */
  find(parent: number, path: string, start: number, end: number, hash: number): number
  /** The same by a whole literal. */
  get(parent: number, literal: string): number
  add(parent: number, literal: string, child: number): void
  /** Lets go of what only `add` needs. */
  seal(): void
}

export const NO_NODE = 0

export function hashStep(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193)
}

function hashOf(literal: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < literal.length; i++) hash = hashStep(hash, literal.charCodeAt(i))
  return hash
}

// A slot is four numbers: whose child it is, the literal's hash, where its text stands, and the child.
const PARENT = 0
const HASH = 1
const TEXT = 2
const CHILD = 3
const SLOT_LENGTH = 4

export function createLiteralChildren(): LiteralChildren {
  // Not to be foreseen, so that nobody can write a policy whose literals all fall into one slot.
  const seed = (Math.random() * 2 ** 32) | 0
  const texts = createTexts()
  let slots = new Int32Array(64 * SLOT_LENGTH)
  let taken = 0

  function firstSlot(parent: number, hash: number): number {
    const mixed = Math.imul(Math.imul(parent ^ seed, 0x9e3779b1) ^ hash, 0x85ebca6b)
    return Math.imul(mixed ^ (mixed >>> 15), SLOT_LENGTH) & (slots.length - 1)
  }

  function fill(parent: number, hash: number, text: number, child: number): void {
    let slot = firstSlot(parent, hash)
    while (slots[slot + CHILD] !== NO_NODE) slot = (slot + SLOT_LENGTH) & (slots.length - 1)
    slots[slot + PARENT] = parent
    slots[slot + HASH] = hash
    slots[slot + TEXT] = text
    slots[slot + CHILD] = child
  }

  function double(): void {
    const old = slots
    slots = new Int32Array(old.length * 2)
    for (let slot = 0; slot < old.length; slot += SLOT_LENGTH) {
      const child = old[slot + CHILD] ?? NO_NODE
      if (child === NO_NODE) continue
      fill(old[slot + PARENT] ?? 0, old[slot + HASH] ?? 0, old[slot + TEXT] ?? 0, child)
    }
  }

  const children: LiteralChildren = {
    seed,

    find(parent, path, start, end, hash) {
      for (let slot = firstSlot(parent, hash); ; slot = (slot + SLOT_LENGTH) & (slots.length - 1)) {
        const child = slots[slot + CHILD] ?? NO_NODE
        if (child === NO_NODE) return NO_NODE
        if (slots[slot + PARENT] !== parent || slots[slot + HASH] !== hash) continue
        if (texts.equal(slots[slot + TEXT] ?? 0, path, start, end)) return child
      }
    },

    get: (parent, literal) => children.find(parent, literal, 0, literal.length, hashOf(literal, seed)),

    add(parent, literal, child) {
      fill(parent, hashOf(literal, seed), texts.add(literal), child)
      taken++
      // Never more than half full, so that a search ends soon.
      if (taken * 2 * SLOT_LENGTH > slots.length) double()
    },

    seal: texts.seal,
  }
  return children
}

const SLASH = 0x2f

/** Each literal once, one byte a character, ended by a slash, which no literal has. */
function createTexts() {
  const known = new Map<string, number>()
  let bytes = new Uint8Array(1024)
  let length = 0

  return {
    add(literal: string): number {
      const offset = known.get(literal) ?? length
      if (offset < length) return offset
      known.set(literal, offset)
      length += literal.length + 1
      if (length > bytes.length) {
        const longer = new Uint8Array(length * 2)
        longer.set(bytes)
        bytes = longer
      }
      for (let i = 0; i < literal.length; i++) bytes[offset + i] = literal.charCodeAt(i)
      bytes[length - 1] = SLASH
      return offset
    },

    equal(offset: number, path: string, start: number, end: number): boolean {
      let at = offset
      for (let i = start; i < end; i++, at++) if (bytes[at] !== path.charCodeAt(i)) return false
      return bytes[at] === SLASH
    },

    seal: () => known.clear(),
  }
}
