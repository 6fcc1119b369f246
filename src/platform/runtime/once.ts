/** Returns a function that computes a value at its first call, and returns it from then on. After a failure, the next call tries again. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= compute().catch((error: unknown) => {
      value = undefined
      throw error
    })
    return value
  }
}
