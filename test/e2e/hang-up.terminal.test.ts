import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBash } from '../helpers/terminal.ts'

// The window of a terminal is closed, or the connection to it: what runs there ends by itself, and not with a dump of its memory.

const statusIn = async (file: string): Promise<string> => {
  for (let left = 600; left > 0; left--) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return text.trim()
    await new Promise((wake) => setTimeout(wake, 100))
  }
  return 'none'
}

test.each([
  ['testctl serve --store file:./team.db --port 0', /Listening at/],
  ['testctl projects delete WEB', /type WEB/i],
])('%s ends with 129 when its terminal is closed', async (line, ready) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'testctl-status-'))
  try {
    const terminal = await openBash()
    await terminal.prepare('testctl projects create --name Web --identifier WEB')
    // The subshell outlives the terminal, to say how testctl ended.
    await terminal.type(`(trap '' HUP; ${line}; echo $? > ${elsewhere}/status)`, 'Enter')
    await terminal.see(ready)
    await terminal.close()
    expect(await statusIn(join(elsewhere, 'status'))).toBe('129')
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})
