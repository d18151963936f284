import { describe, expect, test } from 'vitest'
import { shellInUse } from '../../src/completions/shells/detect.ts'
import {
  accessLine,
  fromFile,
  holderLine,
  listenerLine,
  quoteWordFor,
  roomLine,
  withVariable,
} from '../../src/system/shell-line.ts'

const linux = { platform: 'linux', env: { SHELL: '/bin/zsh' } } as const
const windows = { platform: 'win32', env: { SHELL: '/bin/bash' } } as const
const gitBash = {
  platform: 'win32',
  env: { MSYSTEM: 'MINGW64', SHELL: 'C:\\Program Files\\Git\\usr\\bin\\bash.exe' },
} as const

describe('a line to paste', () => {
  test('sets a variable as the shell of the platform does', () => {
    const line = (typing: Parameters<typeof withVariable>[0], file: string) =>
      withVariable(typing, ['TESTCTL_URL', `file:${file}`], 'testctl runs list')
    expect(line(linux, './a.db')).toBe('TESTCTL_URL=file:./a.db testctl runs list')
    expect(line(linux, "./it's.db")).toBe(`TESTCTL_URL='file:./it'\\''s.db' testctl runs list`)
    expect(line(windows, 'C:\\a b.db')).toBe(`$env:TESTCTL_URL='file:C:\\a b.db'; testctl runs list`)
    expect(line(windows, ".\\it's.db")).toBe(`$env:TESTCTL_URL='file:.\\it''s.db'; testctl runs list`)
    expect(line(gitBash, './a.db')).toBe('TESTCTL_URL=file:./a.db testctl runs list')
  })

  test('shows who may read and write a file, who has it open, and what room is left', () => {
    expect(accessLine(linux, '/data', '/data/a.db')).toBe('ls -ld /data /data/a.db')
    expect(roomLine(linux, '/data')).toBe('df /data')
    expect(roomLine(windows, 'C:\\data')).toBe('Get-PSDrive -PSProvider FileSystem')
    expect(holderLine(linux, '/data/a.db')).toBe('lsof /data/a.db')
    expect(holderLine(windows, 'C:\\data\\a.db')).toContain('openfiles')
    expect(accessLine(windows, 'C:\\data', 'C:\\data\\a.db')).toBe("icacls 'C:\\data'; icacls 'C:\\data\\a.db'")
  })

  test('quotes a path with spaces, quotes and semicolons', () => {
    const [path, quoted] = ["/it's a; b", `'/it'\\''s a; b'`]
    expect(accessLine(linux, '/', path)).toBe(`ls -ld / ${quoted}`)
    expect(roomLine(linux, path)).toBe(`df ${quoted}`)
    expect(holderLine(linux, path)).toBe(`lsof ${quoted}`)
    expect(accessLine(windows, path)).toBe("icacls '/it''s a; b'")
  })

  test('quotes a word as PowerShell does on Windows', () => {
    expect(quoteWordFor(linux, "it's a case")).toBe(`'it'\\''s a case'`)
    expect(quoteWordFor(windows, "it's a case")).toBe(`'it''s a case'`)
    expect(quoteWordFor(gitBash, "it's a case")).toBe(`'it'\\''s a case'`)
    // In PowerShell, typographic quotes end a string, @ takes a variable apart, and a comma makes a list.
    expect(['it’s', '@login', 'a,b', '$a', 'C:\\x'].map((word) => quoteWordFor(windows, word))).toEqual([
      "'it’’s'",
      "'@login'",
      "'a,b'",
      "'$a'",
      'C:\\x',
    ])
  })

  test('reads a file, and finds what listens, as the platform can', () => {
    expect(fromFile(linux, 'key.txt', 'testctl auth login')).toBe('testctl auth login < key.txt')
    expect(fromFile(windows, 'key.txt', 'testctl auth login')).toBe('Get-Content key.txt | testctl auth login')
    expect(listenerLine(linux, 8787)).toBe('ss -ltnp')
    expect(listenerLine({ platform: 'darwin', env: {} }, 8787)).toBe('lsof -i tcp:8787')
    expect(listenerLine(windows, 8787)).toBe('netstat -ano -p tcp')
  })
})

test('the shell in use is PowerShell on Windows, but for Git Bash; elsewhere SHELL says', () => {
  expect(shellInUse(linux)).toBe('zsh')
  expect(shellInUse(windows)).toBe('powershell')
  expect(shellInUse({ platform: 'win32', env: {} })).toBe('powershell')
  expect(shellInUse(gitBash)).toBe('bash')
  expect(shellInUse({ platform: 'linux', env: { SHELL: '/usr/bin/pwsh' } })).toBe('powershell')
  expect(shellInUse({ platform: 'linux', env: {} })).toBeUndefined()
})
