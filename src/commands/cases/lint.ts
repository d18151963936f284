import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { version } from '../../../package.json'
import type { Context } from '../../composition/context.ts'
import { GateError, UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { verb } from '../shared/verbs/index.ts'
import { openSources } from './files/prepare.ts'

/** Adds `cases lint`. */
export const defineLint = (group: Command, context: Context): void => {
  verb(group, 'lint [path...]', {
    summary: 'Check files of cases: steps, expectations, names, identifiers',
    examples: ['testctl cases lint cases/', 'testctl cases lint cases/ --sarif > cases.sarif'],
  })
    .option('--sarif', 'print SARIF, which code scanning reads')
    .option('--annotate', 'show what is found beside the files in GitHub Actions')
    .addHelpText('after', () => explanation)
    .action(async (typed: string[], { sarif = false, annotate = false }: { sarif?: boolean; annotate?: boolean }) => {
      const files = await context.caseFiles()
      const printer = await context.printer()
      const paths = typed.length > 0 ? typed : ['.']
      const read = []
      for (const source of await openSources(context, paths)) {
        const { findings, cases } = await files.lintSource(source)
        const isFile = resolve(context.io.cwd, source.name) !== source.path
        const folder = source.isPart ? '' : (isFile ? dirname(source.name) : source.name).replace(/\/+$/, '')
        const prefix = folder === '' || folder === '.' ? '' : `${folder}/`
        read.push({ findings: findings.map((one) => ({ ...one, file: `${prefix}${one.file}` })), cases })
      }
      const findings = read.flatMap((one) => one.findings)
      if (read.every(({ cases }) => cases === 0) && findings.length === 0)
        throw new UsageError(`there is no case in ${paths.join(', ')}`, { hint: 'testctl cases export writes some' })
      if (sarif) await printer.document(`${JSON.stringify(files.toSarif(findings, version), null, 2)}\n`)
      else
        await printer.answer(
          findings,
          findings.map(({ file, line, rule, message }) => `${file}:${line} ${rule}: ${message}`),
        )
      if (annotate) for (const line of files.toAnnotations(findings)) await printer.annotate(line)
      if (findings.length > 0)
        throw new GateError(`${counted(findings.length, 'problem')} found`, { hint: 'each line says where and what' })
    })
}

const explanation = `
Exit code 8 if anything is found. As a hook of git, in .git/hooks/pre-commit:
  #!/bin/sh
  exec testctl cases lint cases/`
