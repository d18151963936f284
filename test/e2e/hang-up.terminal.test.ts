import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBash } from '../helpers/terminal.ts'
import { aside } from '../helpers/world.ts'

// When the window of a terminal or the connection to it is closed, the program in it exits in order, and does not dump core.

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
    // 134 would be an abort. A server that was stopped has done its work. A question without an answer is a usage error.
    expect(['0', '2', '129']).toContain(await statusIn(join(elsewhere, 'status')))
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})
