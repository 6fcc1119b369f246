export const count = (n: number) => n.toLocaleString('zh-CN')
