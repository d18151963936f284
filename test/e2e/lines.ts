import type { Command } from 'commander'
import { root as program } from '../completions/tree.ts'

/** Returns a line for every command but `serve`, with arguments that make it do something. For `serve` see serve.process.test.ts. */
export const everyLine = (): string[] => {
  const lines: string[] = []
  const visit = (command: Command, path: readonly string[]): void => {
    if (command.commands.length === 0 && path[0] !== 'serve')
      lines.push(['testctl', ...path, ...(given[path.join(' ')] ?? [])].join(' '))
    for (const one of command.commands) visit(one, [...path, one.name()])
  }
  visit(program, [])
  return [...lines, ...operations]
}

// Listed here because the tree contains the operations below `api` only when one of them is typed.
const operations: readonly string[] = [
  'testctl api tests.update --test-id WEB-T1 --result passed',
  'testctl api cases.list -p WEB --paginate',
  'testctl api projects.list -i',
]

const given: Record<string, readonly string[]> = {
  'projects get': ['WEB'],
  'projects create': ['--name', 'New', '--identifier', 'NEW'],
  'projects update': ['WEB', '--name', 'New'],
  'projects delete': ['OLD', '--confirm', 'OLD'],
  'cases list': ['-p', 'WEB'],
  'cases get': ['WEB-C1', '--relations', 'comments,project'],
  'cases create': ['-p', 'WEB', '--name', 'New'],
  'cases update': ['WEB-C1', '--name', 'New'],
  'cases delete': ['WEB-C12', '--yes'],
  'cases history': ['WEB-C1'],
  'runs list': ['-p', 'WEB'],
  'runs get': ['WEB-R1'],
  'runs create': ['-p', 'WEB', '--name', 'New', '--cases', 'C1'],
  'runs update': ['WEB-R1', '--name', 'New'],
  'runs delete': ['WEB-R2', '--yes'],
  'runs submit': ['report.xml', '--run', 'WEB-R1', '--journal', 'journal.ndjson'],
  'runs undo': ['journal.ndjson'],
  'runs status': ['WEB-R1'],
  'runs wait': ['WEB-R7', '--timeout', '1s'],
  'runs watch': ['WEB-R7', '--timeout', '100ms'],
  'runs diff': ['WEB-R1', 'WEB-R2'],
  exec: ['--run', 'WEB-R2', '--report', 'report.xml', '--', 'touch', 'report.xml'],
  'reports read': ['report.xml'],
  'tests list': ['WEB-R1', '--result', 'failed'],
  'tests get': ['WEB-T1'],
  'tests create': ['WEB-R7', '--case', 'WEB-C13'],
  'tests update': ['WEB-T1', '--result', 'passed'],
  'tests set': ['WEB-T1', 'WEB-T2', 'passed'],
  'tests assign': ['WEB-T1', '--to', 'ana'],
  'tests delete': ['WEB-T6', '--yes'],
  'milestones list': ['-p', 'WEB'],
  'milestones get': ['WEB-M1'],
  'milestones create': ['-p', 'WEB', '--name', 'New'],
  'milestones update': ['WEB-M1', '--name', 'New'],
  'milestones status': ['WEB-M1'],
  'milestones delete': ['WEB-M2', '--yes'],
  'comments list': ['WEB-T1'],
  'comments create': ['WEB-T1', '--content', 'Hm'],
  'comments delete': ['0123', '--yes'],
  'auth profile use': ['absent'],
  'config get': ['apiKey'],
  'config set': ['project', 'WEB'],
  'config unset': ['project'],
  'config list': ['--show-origin'],
  api: ['/v1/projects', '-i'],
  schema: ['tests'],
  'completion install': ['bash'],
  'completion uninstall': ['bash'],
}
