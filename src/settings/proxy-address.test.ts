import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { problemOfProxyAddress } from './proxy-address.ts'

test.each(['127.0.0.1', '10.0.0.0/8', '1.2.3.4/32', '::1', 'fd00::/8', '::ffff:10.0.0.1/128'])(
  '%s',
  (entry) => {
    expect(problemOfProxyAddress(entry)).toBeUndefined()
    const [address = '', prefix] = entry.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    // What is let through here must not fail later, when the list is built.
    if (prefix !== undefined) new BlockList().addSubnet(address, Number(prefix), family)
    else new BlockList().addAddress(address, family)
  },
)

test.each([
  ['localhost', 'neither an address nor a CIDR range'],
  ['', 'neither'],
  ['10.0.0', 'neither'],
  ['010.0.0.1', 'neither'],
  ['10.0.0.1:80', 'neither'],
  ['[::1]', 'neither'],
  ['fe80::1%eth0', 'neither'],
  ['10.0.0.0/8/8', 'neither'],
  ['10.0.0.0/33', 'from 1 to 32'],
  ['0.0.0.0/0', 'from 1 to 32'],
  ['::/0', 'from 1 to 128'],
  ['10.0.0.0/', 'from 1 to 32'],
  ['10.0.0.0/-1', 'from 1 to 32'],
  ['10.0.0.0/08', 'from 1 to 32'],
  ['10.0.0.0/255.0.0.0', 'from 1 to 32'],
  ['::/129', 'from 1 to 128'],
])('%j is refused', (entry, problem) => {
  expect(problemOfProxyAddress(entry)).toContain(problem)
})
