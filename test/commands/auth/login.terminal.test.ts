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

test.skipIf(lacks('tmux'))('a key that is typed before it is asked for is taken, and never shown', async () => {
  const { terminal, answer } = await openSlow()
  await terminal.type('canary-0123456789', 'Enter')
  answer()
  await terminal.see(/Logged in to/)
  expect(await terminal.history()).not.toContain('canary')
})

test.skipIf(lacks('tmux'))('Ctrl-C ends the wait for an address that is tried', async () => {
  const { terminal } = await openSlow()
  await terminal.type('', 'C-c')
  await terminal.see(/interrupted/)
  await terminal.type('stty -a', 'Enter')
  expect(await terminal.see(/ icanon .* echo /s)).not.toMatch(/-icanon|-echo /)
})

test.skipIf(lacks('tmux', 'script'))('Ctrl-Z does not stop it where no shell could let it go on', async () => {
  const { terminal, answer } = await openSlow("TESTCTL_URL= script -qc 'testctl auth login' /dev/null")
  await terminal.type('canary-lost', 'C-z')
  await terminal.type('canary-0123456789', 'Enter')
  answer()
  await terminal.see(/Logged in to/)
  // Keys typed at the very moment of the signal may be echoed: the terminal is restored in case a shell takes over.
  expect(await terminal.history()).not.toContain('canary-lost')
})

test.skipIf(lacks('tmux', 'script'))('a hidden question is asked again after such a Ctrl-Z', async () => {
  const { terminal, answer } = await openSlow("TESTCTL_URL= script -qc 'testctl auth login' /dev/null")
  answer()
  await terminal.see(/\(hidden\):/)
  await terminal.type('canary-lost', 'C-z')
  await terminal.see(/\(hidden\):.*\(hidden\):/s)
  await terminal.type('canary-0123456789', 'Enter')
  await terminal.see(/Logged in to/)
  expect(await terminal.history()).not.toContain('canary')
})

test.skipIf(lacks('tmux'))('Ctrl-\\ ends it while it asks, with the terminal as it was', async () => {
  const { terminal } = await openSlow(
    "(TESTCTL_URL= bash -c 'ulimit -c 0; testctl auth login; echo ended $?; stty -a')",
  )
  await terminal.type('', 'C-\\')
  expect(await terminal.see(/ended 131.* icanon .* echo /s)).not.toMatch(/-icanon|-echo /)
})

/** Starts `auth login` in a terminal and types the address of a service that does not answer before `answer` is called. */
const openSlow = async (line = 'TESTCTL_URL= testctl auth login') => {
  const remote = await startRemote('canary-0123456789')
  onTestFinished(() => remote.close())
  const terminal = await openBash()
  onTestFinished(() => terminal.close())
  let answer = (): void => undefined
  const promise = new Promise<void>((resolve) => (answer = resolve))
  onTestFinished(() => answer())
  remote.before = () => promise
  await terminal.type(line, 'Enter')
  await terminal.see(/Address of the service/)
  await terminal.type(remote.url, 'Enter')
  await terminal.see(/waiting for 127/)
  return { terminal, answer }
}
