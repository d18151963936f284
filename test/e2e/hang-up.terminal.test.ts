import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBash } from '../helpers/terminal.ts'
import { aside } from '../helpers/world.ts'

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
])('%s ends by itself when its terminal is closed', async (line, ready) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'testctl-status-'))
  try {
    const terminal = await openBash()
    await terminal.see(/ready>$/)
    const env = { HOME: terminal.folder, TESTCTL_URL: 'file:./team.db' }
    await aside('testctl projects create --name Web --identifier WEB', { cwd: terminal.folder, env })
    // The subshell outlives the terminal, to say how testctl ended.
    await terminal.type(`(trap '' HUP; ${line}; echo $? > ${elsewhere}/status)`, 'Enter')
    await terminal.see(ready)
    await terminal.close()
    // 134 is that of an abort. A server that was stopped has done what it should, a question without an answer is a mistake.
    expect(['0', '2', '129']).toContain(await statusIn(join(elsewhere, 'status')))
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})
