/** A choice of the visitor that outlives the page. Never anything secret: every script of this site can read it. */
export function kept<T extends string>(name: string, choices: readonly T[]) {
  return {
    read(): T | undefined {
      const text = window.localStorage.getItem(name)
      return choices.find((choice) => choice === text)
    },
    write(choice: T): void {
      window.localStorage.setItem(name, choice)
    },
  }
}
