import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openBash, prompt } from '../../helpers/terminal.ts'
import { createMachine, type Machine } from '../machine.ts'
import { seed } from '../seed.ts'
import { type Executing, openExecuting, run, writes } from './executing.ts'

let there: Executing<Machine>
beforeEach(async () => {
  there = await openExecuting(createMachine)
})
afterEach(() => there.machine.remove())

describe('what the command gets', () => {
  test.skipIf(lacks('script', 'stty'))('is the terminal', async () => {
    const inner = `${writes}; test -t 0 && test -t 1 && test -t 2 && stty size && echo yes`
    const { stdout, exitCode } = await there.machine.shell(
      `script -qec "stty cols 91 rows 17; testctl ${run.slice(0, 3).join(' ')} --report 'out/*.xml' -- sh -c '${inner}'" /dev/null </dev/null`,
    )
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^17 91\r?\nyes\r?\n/m)
    expect(stdout).toMatch(/WEB-R1 Nightly 1/)
  })
})

test.skipIf(lacks('tmux', 'bash', 'stty'))('Ctrl-C on a terminal reaches the command once', async () => {
  const terminal = await openBash()
  try {
    await seed(terminal.folder)
    await writeFile(
      join(terminal.folder, 'child.sh'),
      `trap 'echo got >> ints' INT; echo ready; for i in $(seq 600); do sleep 0.1; test -e ints && break; done; sleep 1; test -e ints`,
    )
    await terminal.see(new RegExp(`^${prompt}`))
    await terminal.type('testctl exec --run WEB-R1 --report a.xml -- sh child.sh; echo code $?', 'Enter')
    await terminal.see(/^ready$/m)
    await terminal.type('', 'C-c')
    await terminal.see(/error: sh child.sh was stopped \(0\); nothing was submitted\s[^]*code 130/)
    expect(await readFile(join(terminal.folder, 'ints'), 'utf8')).toBe('got\n')
  } finally {
    await terminal.close()
  }
})
