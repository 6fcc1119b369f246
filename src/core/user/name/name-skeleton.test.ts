import { expect, test } from 'vitest'
import { nameSkeleton } from './name-skeleton.ts'

test.each([
  ['bela', 'be1a'],
  ['bela', 'beIa'],
  ['root', 'r00t'],
  ['sascha', '5ascha'],
  ['modem', 'modern'],
  ['walter', 'vvalter'],
  ['anna.mai', 'anna-mai'],
  ['anna_mai', 'annamai'],
  ['anna mai', 'Anna.Mai'],
  ['admin', 'adrnin'],
  ['admin', 'аdm1n'],
])('%s and %s look alike', (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other))
})

test.each([
  ['bela', 'bella'],
  ['anna', 'anne'],
  ['user1', 'user2'],
  ['max', 'maxi'],
])('%s and %s do not', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
})
