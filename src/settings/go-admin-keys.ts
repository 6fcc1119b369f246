/** Keys of a go-admin settings file that mean nothing here, so that whoever moves over is told what to do. */
const fixes: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [/^database\.(driver|source)$/, 'remove it and write database.url, such as sqlite:data/castellan.db'],
  [/^databases\b/, 'remove it and write one database.url; Castellan uses a single database'],
  [
    /^application\.(readtimeout|writertimeout|enabledp|demoMsg)$/i,
    'remove it; it is a setting of go-admin that Castellan has no use for',
  ],
  [/^logger\.(path|stdout)$/, 'remove it; Castellan writes its log to the standard error'],
  [
    /^(gen|extend|cache|queue|locker|ssl)\b/,
    'remove it; it is a setting of go-admin that Castellan has no use for',
  ],
]

export function fixOfGoAdminKey(key: string): string | undefined {
  return fixes.find(([pattern]) => pattern.test(key))?.[1]
}
