/** Returns a number as the language writes it. */
export const count = (n: number) => n.toLocaleString('zh-CN')
