/** `npm run test:deep` tries more of everything that is generated. */
export const isDeep = process.env.CASTELLAN_DEEP === '1'

/** How many of a generated input are tried: few in every test run, many in a deep one. */
export function scaled(usual: number, deep: number): number {
  return isDeep ? deep : usual
}
