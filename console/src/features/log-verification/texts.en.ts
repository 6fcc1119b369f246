import { count, many } from '../../shell/language/counts.en.ts'

export const texts = {
  verification: {
    title: 'Log integrity',
    help: 'Every entry contains a hash of the previous one. The verification checks all entries.',
    check: 'Verify',
    intact: 'The log is intact',
    intactHelp: (n: number, removed: number) =>
      `${many(n, 'entry', 'entries')} verified${removed > 0 ? `, ${count(removed)} deleted by operators` : ''}.`,
    broken: 'The log has been tampered with',
    brokenHelp: (findings: number, n: number) =>
      `${many(findings, 'finding')} in ${many(n, 'entry', 'entries')}.`,
    entries: (from: number, to: number) =>
      from === to ? `Entry ${count(from)}` : `Entries ${count(from)} to ${count(to)}`,
    findings: {
      missing: 'missing.',
      'missing-not-expired': 'missing, and not deleted by retention.',
      'anchor-missing': 'missing, although an anchor contains its hash.',
      changed: 'changed, or the previous entry was.',
      inserted: 'not written by the service.',
      'anchor-mismatch': 'does not match its anchor: the log was rewritten up to this position.',
      'head-mismatch': 'not the entry that the service wrote last.',
    },
    head: (position: number) =>
      `To detect a log that was rewritten completely, store this elsewhere: entry ${count(position)}, hash`,
    at: (time: string) => `Verified at ${time}.`,
  },
}
