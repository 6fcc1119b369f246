import { expect, test } from 'vitest'
import { isOwnHost } from './metrics-listener.ts'

const CONFIGURED = 'Node1.corp.example'

test.each([
  undefined,
  '127.0.0.1',
  '127.0.0.1:9464',
  '10.1.2.3:9464',
  '[::1]',
  '[fd00::1]:9464',
  'localhost:9464',
  'LOCALHOST',
  'castellan-1:9464',
  'castellan_1',
  'node1.corp.example:9464',
  'node1.corp.example.:9464',
  'castellan-0.castellan-nodes.castellan.svc.cluster.local:9464',
  'castellan-nodes.castellan.svc:9464',
  'node1.internal',
])('%s is a name of this listener', (host) => {
  expect(isOwnHost(host, CONFIGURED)).toBe(true)
})

test.each([
  '',
  ':9464',
  'evil.example',
  'evil.example:9464',
  'evil.example.',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'local.evil.example',
  'other.corp.example',
  'x.node1.corp.example',
  'evil.example@127.0.0.1',
  '127.0.0.1@evil.example',
  '127.0.0.1:9464:9464',
  '127.0.0.1/evil.example',
  '[evil.example]',
  '[127.0.0.1]',
  '[::1',
  '::1',
  '2130706433',
  '127.1',
  '.local',
  'a..local',
  'ev il',
  'évil',
])('%j is not', (host) => {
  expect(isOwnHost(host, CONFIGURED)).toBe(false)
})
