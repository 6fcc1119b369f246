import type { Group } from '../setting.ts'
import { text } from '../value-types.ts'

function problemOfRedisUrl(url: string): string | undefined {
  return /^rediss?:\/\/[^\s/]+(\/\d+)?$/.test(url)
    ? undefined
    : 'must look like redis://HOST:PORT or rediss://HOST:PORT'
}

export const redis = {
  url: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'Redis, where several nodes share captchas and counters, and tell each other of changes. Empty: each node has its own, which is right for one node only.',
    example: 'redis://127.0.0.1:6379',
    check: problemOfRedisUrl,
  }),
} satisfies Group
