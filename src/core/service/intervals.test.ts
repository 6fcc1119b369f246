import { expect, test } from 'vitest'
import { intervalsOf } from './intervals.ts'

const settingsWith = (url: string, redisUrl = '') => ({
  application: { dataDir: 'data' },
  database: { url },
  redis: { url: redisUrl },
})

test('one process with the embedded database looks for changes less often', () => {
  for (const url of ['', 'sqlite:here.db']) {
    const { changes, keyFiles, heartbeats } = intervalsOf(settingsWith(url), false)
    expect([changes, keyFiles, heartbeats]).toEqual([500, 2000, 5000])
  }
})

test('several processes and nodes keep their short intervals', () => {
  const several = { keyFiles: 500, removedKeys: 1000, roleEnds: 1000, heartbeats: 0 }
  expect(intervalsOf(settingsWith('sqlite:here.db'), true)).toEqual({ ...several, changes: 100 })
  expect(intervalsOf(settingsWith('sqlite:here.db', 'redis://localhost'), false)).toMatchObject(several)
  for (const url of ['postgres://a:b@db/c', 'mysql://a:b@db/c'])
    expect(intervalsOf(settingsWith(url), false)).toEqual({ ...several, changes: 500 })
})
