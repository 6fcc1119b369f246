type Combined<Parts, Added> = Omit<Parts, keyof Added> & Added

/** Parts that are created one after the other, each with those before it. */
interface CombinedParts<Parts extends object> {
  /** Adds parts. Parts of the same name are replaced. */
  add<Added extends object>(
    create: (parts: Parts) => Added | Promise<Added>,
  ): CombinedParts<Combined<Parts, Added>>
  /** Resolves with all of them. */
  all(): Promise<Parts>
}

/**
 * Combines the parts of features.
 *
 * @example
 * const parts = await combineParts({ settings }).add(openDatabase).add(createStores).all()
 */
export function combineParts<Parts extends object>(given: Parts | Promise<Parts>): CombinedParts<Parts> {
  return {
    add<Added extends object>(create: (parts: Parts) => Added | Promise<Added>) {
      const combine = async (): Promise<Combined<Parts, Added>> => {
        const parts = await given
        return { ...parts, ...(await create(parts)) }
      }
      return combineParts(combine())
    },
    all: async () => given,
  }
}
