/** Returns the methods for the header `Allow`. Every route for `GET` also handles `HEAD`. */
export function allowedMethods(methods: readonly string[]): string[] {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}
