/** Stores a choice of the user in the browser. Not for secrets: every script of this origin can read it. */
export function storedChoice<T extends string>(name: string, choices: readonly T[]) {
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
