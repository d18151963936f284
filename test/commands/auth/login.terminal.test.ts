import { expect, onTestFinished, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { startRemote } from '../../helpers/remote.ts'
import { openBash } from '../../helpers/terminal.ts'

test.skipIf(lacks('tmux'))('a key that is refused after a while is told where the waiting was', async () => {
  const remote = await startRemote('canary-0123456789')
  onTestFinished(() => remote.close())
  const terminal = await openBash()
  onTestFinished(() => terminal.close())
  remote.before = async () => void (await terminal.see(/waiting for 127/))
  await terminal.type(`testctl auth login --url ${remote.url}`, 'Enter')
  await terminal.see(/\(hidden\):/)
  await terminal.type('canary-wrong', 'Enter')
  const shown = await terminal.see(/refused the key/)
  expect(shown).toMatch(/^error: http/m)
  expect(shown).not.toContain('waiting for')
})
