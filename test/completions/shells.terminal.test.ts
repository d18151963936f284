import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Candidate } from '../../src/completions/candidates.ts'
import { answered, hostile } from './tree.ts'
import { lacks } from '../helpers/programs.ts'
import { prompt, type Terminal } from '../helpers/terminal.ts'
import { openShell, shells } from './open-shell.ts'

// The real shells, in a real terminal: the script is loaded, Tab is pressed, the screen is read.

const isWord = ({ value }: Candidate): boolean => value !== ':files'

const rawLine = ({ value, description }: Candidate): string => `${`${value}\t${description}`.replaceAll('\n', ' ')}\n`

const exactly = (text: string): string => text.replace(/[^\w\s]/g, '\\$&')

for (const shell of shells) {
  const skipped = lacks('tmux', shell.name)

  describe.skipIf(skipped)(`Tab in ${shell.name}`, () => {
    let terminal: Terminal
    beforeAll(async () => {
      terminal = await openShell(shell, { from: 'printed' })
      for (const file of ['results.ndjson', 'steps.json', '$money.xml', '(old).xml'])
        await writeFile(join(terminal.folder, file), '')
      await mkdir(join(terminal.folder, 'my reports'))
    })
    afterAll(() => terminal?.close())
    beforeEach(() => terminal.clear())

    test.each([
      ['testctl te', 'testctl tests'],
      ['testctl tests assign WEB-T1 --to @', 'testctl tests assign WEB-T1 --to @me'],
      ['testctl tests list WEB-R1 --assigned-to=', 'testctl tests list WEB-R1 --assigned-to=@me'],
      ['testctl tests set WEB-T1 p', 'testctl tests set WEB-T1 passed'],
      ['testctl test update WEB-T1 --result=f', 'testctl test update WEB-T1 --result=failed'],
      ['testctl tests list WEB-R1 --relations case,c', 'testctl tests list WEB-R1 --relations case,comments'],
      ['testctl tests list --relations=case,c', 'testctl tests list --relations=case,comments'],
      ['testctl tests set --from re', 'testctl tests set --from results.ndjson'],
      ['testctl tests set --from ~/re', 'testctl tests set --from ~/results.ndjson'],
      ['testctl tests set --from=re', 'testctl tests set --from=results.ndjson'],
      ['testctl cases create --steps-file st', 'testctl cases create --steps-file steps.json'],
      ['testctl cases create --steps-file=st', 'testctl cases create --steps-file=steps.json'],
      ['testctl runs submit my', 'testctl runs submit my\\ reports/'],
      ["testctl runs submit '$mo", "testctl runs submit '$money.xml'"],
      ["testctl runs submit '(o", "testctl runs submit '(old).xml'"],
      ['testctl serve --store file:re', 'testctl serve --store file:results.ndjson'],
      ['testctl serve --store=file:re', 'testctl serve --store=file:results.ndjson'],
      ['testctl serve --store file:./re', 'testctl serve --store file:./results.ndjson'],
      ['testctl serve --store re', 'testctl serve --store file:results.ndjson'],
      ['testctl serve --store=re', 'testctl serve --store=file:results.ndjson'],
      ['testctl store copy ./re', 'testctl store copy file:./results.ndjson'],
      ['testctl store copy file:a.db my', 'testctl store copy file:a.db file:my\\ reports/'],
      ['testctl cases import my', 'testctl cases import my\\ reports/'],
      ['testctl cases import x.csv --to my', 'testctl cases import x.csv --to my\\ reports/'],
      ['testctl tests set "WEB-T1" "pas', 'testctl tests set "WEB-T1" "passed"'],
      ["testctl tests assign 'a b' c\\ d --dr", "testctl tests assign 'a b' c\\ d --dry-run"],
      ['TESTCTL_PROJECT=WEB testctl tests s', 'TESTCTL_PROJECT=WEB testctl tests set'],
      ['echo a:b=c; testctl tests s', 'echo a:b=c; testctl tests set'],
      ['testctl exec -- testct', 'testctl exec -- testctl'],
      ['testctl exec --name=a:b -- cat re', 'testctl exec --name=a:b -- cat results.ndjson'],
      ['testctl exec -- ./my', 'testctl exec -- ./my\\ reports/'],
    ])('%s completes to %s', async (typed, line) => {
      await terminal.type(typed, 'Tab')
      await terminal.see(new RegExp(`^${prompt} ${exactly(line)}$`, 'm'))
    })

    test('every flag that could be meant is shown', async () => {
      await terminal.type('testctl tests list WEB-R1 --re', ...shell.list)
      const screen = await terminal.see(/--result\b/)
      expect(screen).toMatch(/--relations\b/)
      expect(screen).not.toMatch(/--project\b/)
    })

    test('what is offered is shown with what it is, in the order of the interface', async () => {
      await terminal.type('testctl tests set WEB-T1 ', ...shell.list)
      await terminal.see(/untested\s+inProgress\s+passed\s+failed/)
      await terminal.clear()
      await terminal.type('testctl tests ', ...shell.list)
      await terminal.see(/set .*Set the result of/)
    })

    test('what was typed before is never run', async () => {
      await terminal.type('testctl tests set "$(touch pwned)" `touch pwned` $(touch pwned) p', 'Tab')
      await terminal.see(/\) passed$/m)
      expect(await readdir(terminal.folder)).not.toContain('pwned')
    })

    test('behind exec -- Tab offers what the command there offers itself', async () => {
      // A stand-in for the function of bash-completion, which is not part of bash itself.
      if (shell.name === 'bash')
        await terminal.type('_command_offset() { ((COMP_CWORD - $1 == 2)) && COMPREPLY=(set); }', 'Enter')
      await terminal.clear()
      await terminal.type('testctl exec -p WEB --name=a:b -- testctl tests se', 'Tab')
      await terminal.see(/ -- testctl tests set$/m)
      await terminal.clear()
      if (shell.name === 'bash') await terminal.type('unset -f _command_offset', 'Enter')
    })

    // Not in zsh: there Tab expands what is typed, for any command, before it completes.
    if (shell.name !== 'zsh') {
      test('what is typed in the place of a program is never run', async () => {
        for (const typed of ['testctl exec -- (touch pwned)', 'testctl exec -- "$(touch pwned)"/', 'testctl te']) {
          await terminal.clear()
          await terminal.type(typed, 'Tab')
        }
        await terminal.see(/ testctl tests$/m)
        expect(await readdir(terminal.folder)).not.toContain('pwned')
      })
    }

    if (shell.name === 'bash') {
      test('of what is listed only the values get into the line, also where bash lists at once', async () => {
        await terminal.type("bind 'set show-all-if-ambiguous on'", 'Enter')
        await terminal.clear()
        await terminal.type('testctl config ', 'Tab')
        await terminal.see(/list +List the settings[^]*config$/m)
        await terminal.type('l', 'Tab')
        await terminal.see(new RegExp(`^${prompt} testctl config list$`, 'm'))
        await terminal.clear()
        await terminal.type("bind 'set show-all-if-ambiguous off'", 'Enter')
      })

      test('a bash that does not cut words at = and : completes them too', async () => {
        await terminal.type('cut=$COMP_WORDBREAKS; COMP_WORDBREAKS=${COMP_WORDBREAKS//[=:]/}', 'Enter')
        await terminal.clear()
        await terminal.type('testctl test update WEB-T1 --result=f', 'Tab')
        await terminal.see(/--result=failed$/m)
        await terminal.clear()
        await terminal.type('COMP_WORDBREAKS=$cut', 'Enter')
      })
    }
  })

  describe.skipIf(skipped)(`names that somebody chose to do harm in ${shell.name}`, () => {
    let terminal: Terminal
    let answer: string
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'testctl-answer-'))
      answer = join(folder, 'answer')
      await writeFile(join(folder, 'testctl'), `#!/bin/sh\ncat '${answer}'\n`, { mode: 0o755 })
      terminal = await openShell(shell, { from: 'file', testctl: join(folder, 'testctl') })
    })
    afterAll(async () => {
      await terminal?.close()
      await rm(dirname(answer), { recursive: true, force: true })
    })
    beforeEach(() => terminal.clear())

    test('are shown, and completed to lines that do none', async () => {
      await writeFile(answer, await answered('testctl tests get WEB-T', () => hostile))
      await terminal.type('testctl tests get WEB-T', ...shell.list)
      const screen = await terminal.see(/WEB-T6/)
      expect(screen).toContain('$(touch pwned)')
      expect(screen).not.toMatch(/WEB-T5|^WEB-T99|WEB-T6\S/m)
      for (const { value } of hostile) {
        await terminal.clear()
        await terminal.type(`testctl tests get ${value.slice(0, 6)}`, 'Tab')
        await terminal.type(' | wc -c', 'Enter')
        await terminal.see(/^\s*\d+$/m)
      }
      expect(await readdir(terminal.folder)).not.toContain('pwned')
    })

    test('are not run by pressing Tab even if testctl did not hold them back', async () => {
      await writeFile(answer, hostile.filter(isWord).map(rawLine).join(''))
      await terminal.type('testctl tests get WEB-T', ...shell.list)
      await terminal.see(/WEB-T2/)
      expect(await readdir(terminal.folder)).not.toContain('pwned')
    })
  })
}
