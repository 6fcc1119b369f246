/** `npm run test:deep` uses more generated inputs. */
export const isDeep = process.env.CASTELLAN_DEEP === '1'

/** Returns the number of generated inputs: `usual` in a normal run, `deep` in a deep run. */
export function scaled(usual: number, deep: number): number {
  return isDeep ? deep : usual
}
