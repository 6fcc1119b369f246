import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { loginExample } from './login-example.ts'

test.each(['ci-bot', 'o"hara', 'a\\b', 'price$HOME', '`id`', "it's", 'müller 机器人'])(
  'a shell sends the name %s as it is, with the secret of the variable',
  (username) => {
    const command = loginExample('https://admin.example.com', username)
    const script = `curl() { printf '%s\\n' "$@"; }\n${command}`
    const env = { SECRET: 'castellan_x', HOME: '/elsewhere', LC_ALL: 'C.UTF-8' }
    const words = execFileSync('/bin/bash', ['-c', script], { env, encoding: 'utf8' }).split('\n')
    expect(words.slice(0, 5)).toEqual([
      '-s',
      'https://admin.example.com/api/v1/login',
      '-H',
      'Content-Type: application/json',
      '-d',
    ])
    expect(JSON.parse(words[5] ?? '')).toEqual({ method: 'service', username, secret: 'castellan_x' })
  },
)
