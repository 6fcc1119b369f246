/** Returns a number as the language writes it. */
export const count = (n: number) => n.toLocaleString('en')

/** Returns a number with the noun that it counts. */
export const many = (n: number, one: string, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`
