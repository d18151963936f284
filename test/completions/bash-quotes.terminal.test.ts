import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { openTerminal, prompt, type Terminal } from '../helpers/terminal.ts'

// File names that bash writes with backslashes or quotes, and continues at the next Tab.

describe.skipIf(lacks('tmux', 'bash'))('Tab in bash', () => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = await openTerminal(['bash', '--norc', '--noprofile', '-i'])
    await writeFile(join(terminal.folder, 'back\\slash.xml'), '')
    await mkdir(join(terminal.folder, "ana's own"))
    for (const line of [`PS1='${prompt} '`, 'source <(testctl completion bash)', 'echo loaded'])
      await terminal.type(line, 'Enter')
    await terminal.see(/^loaded$/m)
  })
  afterAll(() => terminal?.close())
  beforeEach(() => terminal.clear())

  test.each([
    ["testctl runs submit ana\\'s\\ o", "testctl runs submit ana\\'s\\ own/"],
    ['testctl runs submit "ana\'s o', 'testctl runs submit "ana\'s own"/'],
    ['testctl runs submit back\\\\s', 'testctl runs submit back\\\\slash.xml'],
    ["testctl runs submit 'back\\s", "testctl runs submit 'back\\slash.xml'"],
    ["testctl store copy file:a.db ana\\'", "testctl store copy file:a.db file:ana\\'s\\ own/"],
  ])('%s completes to %s', async (typed, line) => {
    await terminal.type(typed, 'Tab')
    expect(await terminal.see(/(xml'?|\/) *$/m)).toContain(`${prompt} ${line}`)
  })
})
