export const count = (n: number) => n.toLocaleString('en')

export const many = (n: number, one: string, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`
