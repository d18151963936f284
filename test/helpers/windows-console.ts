import { expect, vi } from 'vitest'
import { openTerminal, type Terminal } from './terminal.ts'
import { onWindows, program, type Windows, windowsNode } from './windows.ts'

/** A Windows console in a terminal of this machine, which runs one command line. */
export type WindowsConsole = Terminal & {
  /** Starts testctl with these words. */
  run: (...words: readonly string[]) => Promise<void>
  /** Waits until testctl has ended, and returns its exit code. */
  exitCode: () => Promise<string>
}

/**
 * Opens a Windows console. wine's command interpreter gives it a title, because Node does not start in a console that has none.
 * The interpreter does not survive Ctrl-C, so the exit code goes into a file.
 */
export const openConsole = async (windows: Windows): Promise<WindowsConsole> => {
  const terminal = await openTerminal(['env', 'PS1=ready>', 'TERM=xterm-256color', 'bash', '--norc'])
  await terminal.see(/ready>/)
  return {
    ...terminal,
    run: async (...typed) => {
      const { file, words, env } = windows.command([program, ...typed], { TEST_ENDED: `${windows.path}\\ended` })
      const line = ['title testctl', '&', onWindows(windowsNode), ...words.slice(1)].join(' ')
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
      const all = ['env', '-C', windows.folder, ...variables, file, 'cmd', '/c', line]
      await terminal.type(`clear; ${all.map((word) => `'${word}'`).join(' ')}`, 'Enter')
    },
    exitCode: () =>
      vi.waitFor(async () => {
        const code = await windows.read('ended')
        expect(code).not.toBe('')
        return code
      }, 30_000),
  }
}
