import type { Command } from 'commander'
import { defineApi } from './api/index.ts'
import { defineAuth } from './auth/index.ts'
import { defineCases } from './cases/index.ts'
import { defineComments } from './comments.ts'
import { defineCompletion } from './completion/index.ts'
import { defineConfig } from './config.ts'
import { defineDemo } from './demo.ts'
import { defineDoctor } from './doctor.ts'
import { defineExec } from './exec/index.ts'
import { defineHelp } from './help.ts'
import { defineKeys } from './keys.ts'
import { defineMilestones } from './milestones/index.ts'
import { defineProjects } from './projects/index.ts'
import { defineReports } from './reports/index.ts'
import { defineRuns } from './runs/index.ts'
import { defineSchema } from './schema.ts'
import { defineServe } from './serve/index.ts'
import { defineStore } from './store/index.ts'
import { defineTests } from './tests/index.ts'
import type { Context } from '../composition/context.ts'

export { hangOperation } from './api/operation.ts'

/**
 * A word after `testctl`. `define` returns the function that adds its verbs, or only the verb that was `typed`: each noun is a file of the
 * bundle that is loaded on first use. One with `runs` is a command with flags of its own.
 */
type Group = {
  name: string
  runs?: true
  alias?: string
  summary: string
  define: () => (group: Command, context: Context, typed?: string) => void
}

/** Every noun, in the sections of the first page of help. */
export const sections: readonly (readonly [heading: string, nouns: readonly Group[]])[] = [
  [
    'Test management:',
    [
      {
        name: 'projects',
        alias: 'project',
        summary: 'Projects: list, get, create, update, delete, report',
        define: () => defineProjects,
      },
      {
        name: 'cases',
        alias: 'case',
        summary: 'Test cases: list, get, create, update, delete, history, edit, export, import, status, lint',
        define: () => defineCases,
      },
      {
        name: 'runs',
        alias: 'run',
        summary:
          'Test runs: list, get, create, update, delete, submit, execute, status, wait, watch, diff, report, filter, undo',
        define: () => defineRuns,
      },
      {
        name: 'tests',
        alias: 'test',
        summary: 'Tests (cases in a run): list, get, create, update, set, assign, delete',
        define: () => defineTests,
      },
      {
        name: 'milestones',
        alias: 'milestone',
        summary: 'Milestones: list, get, create, update, delete, status, report',
        define: () => defineMilestones,
      },
      {
        name: 'comments',
        alias: 'comment',
        summary: 'Comments on cases and tests: list, create, delete',
        define: () => defineComments,
      },
      { name: 'reports', alias: 'report', summary: 'Test reports on this computer: read', define: () => defineReports },
    ],
  ],
  [
    'Settings:',
    [
      { name: 'auth', summary: 'Log in to a service: login, status, logout, profile', define: () => defineAuth },
      { name: 'config', summary: 'Settings: list, get, set, unset, path', define: () => defineConfig },
    ],
  ],
  [
    'A service of your own:',
    [
      { name: 'serve', runs: true, summary: 'Serve a store to a team over HTTP', define: () => defineServe },
      {
        name: 'keys',
        alias: 'key',
        summary: 'API keys of a store that you serve: create, list, revoke',
        define: () => defineKeys,
      },
      { name: 'store', summary: 'Maintain a store: backup, restore, check, copy, migrate', define: () => defineStore },
    ],
  ],
  [
    'More:',
    [
      { name: 'exec', runs: true, summary: 'Run a command, and submit its test reports', define: () => defineExec },
      {
        name: 'demo',
        runs: true,
        summary: 'Create a demo project in a file, to try testctl',
        define: () => defineDemo,
      },
      {
        name: 'doctor',
        runs: true,
        summary: 'Diagnose connection and configuration problems',
        define: () => defineDoctor,
      },
      { name: 'api', runs: true, summary: 'Send any request to the service', define: () => defineApi },
      { name: 'schema', runs: true, summary: 'JSON Schema of the --json output of a noun', define: () => defineSchema },
      {
        name: 'completion',
        runs: true,
        summary: 'Shell completion with Tab: install, uninstall, bash, zsh, fish, powershell',
        define: () => defineCompletion,
      },
      { name: 'help', runs: true, summary: 'Print help about a command or a topic', define: () => defineHelp },
    ],
  ],
]

/** Whether the verbs of a noun take IDs. */
export const takesIds = (noun: string): boolean => ['cases', 'runs', 'tests', 'milestones'].includes(noun)
