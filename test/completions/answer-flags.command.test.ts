import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { expectedByArgument, expectedByFlag, canRepeat } from '../../src/completions/expected-values.ts'
import { pack, unpack } from '../../src/completions/packed-tree.ts'
import { operations } from '../../src/contract/schema/operations.ts'
import { root as project } from '../helpers/world.ts'
import { tree, whole } from './tree.ts'

describe('every flag of the tree', () => {
  const flagsIn = (command: Command, path: readonly string[] = []): { path: readonly string[]; option: Option }[] => [
    // Tab does not offer what help does not show.
    ...command.options.filter(({ hidden }) => !hidden).map((option) => ({ path, option })),
    ...command.commands.flatMap((one) => flagsIn(one, [...path, one.name()])),
  ]
  const flags = flagsIn(whole)

  // A new flag with a value fails here until the word that stands for its value is one of src/completions/expected-values.ts,
  // or the flag is in this list of free texts.
  const free =
    '--name --identifier --icon --color --step --custom-field --assigned-to --search --to --limit --stale --offset --page-size ' +
    '--timeout --field --columns --concurrency ' +
    '--max-failed --min-passed --interval --match-property --match-pattern --keep-newer --comment-limit --expires ' +
    '--assign --source --add-step --edit-step --remove-step --move-step --encoding --runs --port --host --rate-limit --template --jq --comment --comment-id --content --preconditions --steps --custom-fields --input'

  test('that takes a value is known to complete, or to be free', () => {
    const unknown = flags
      .filter(({ path, option }) => option.required && !expectedByFlag(path, option))
      .map(({ option }) => option.long!)
    const left = [...new Set(unknown)].filter((long) => !free.split(' ').includes(long))
    expect(left, 'give it choices or `completing` (src/completions/expected-values.ts), or add it to `free`').toEqual(
      [],
    )
  })

  test('of an operation that names resources offers those, and those only', () => {
    for (const { name, fields } of operations())
      // Comments are left out: they have no names that Tab could show.
      for (const { flag, nouns, kind } of fields.filter((field) => field.nouns.some((noun) => noun !== 'comments'))) {
        const option = flags.find(({ path, option: { long } }) => path[1] === name && long === flag)!.option
        const expected = { identifiersOf: nouns, ...(kind === 'list' && { list: true }) }
        expect([name, flag, expectedByFlag(['api', name], option)]).toEqual([name, flag, expected])
      }
  })

  test('is repeatable if it collects what it is given', () => {
    const repeatable = flags.filter(({ option }) => canRepeat(option)).map(({ option }) => option.long)
    expect(repeatable).toEqual(expect.arrayContaining(['--step', '--cases', '--field', '--case-ids']))
    expect(repeatable).not.toContain('--name')
    expect(repeatable).not.toContain('--limit')
  })
})

// Files and folders are found by their names on the help pages. The path of `api` is one of the interface.
test('whatever takes a file or a folder is offered those', () => {
  const namesFile = ({ name }: { name: string }) => /file|folder|path|dir|journal|report$/.test(name)
  const takersIn = (
    command: Command,
    path: readonly string[] = [],
  ): { what: string; name: string; files: boolean }[] => [
    ...command.options.map((option) => {
      const expected = expectedByFlag(path, option)
      const [, name = ''] = /<(.*)>$/.exec(option.flags) ?? []
      return { what: [...path, option.long].join(' '), name, files: expected !== undefined && 'file' in expected }
    }),
    ...command.registeredArguments.map((argument) => {
      const expected = expectedByArgument(path, argument.name())
      const what = [...path, argument.name()].join(' ')
      return { what, name: argument.name(), files: expected !== undefined && 'file' in expected }
    }),
    ...command.commands.flatMap((one) => takersIn(one, [...path, one.name()])),
  ]
  const takers = takersIn(whole).filter(namesFile)
  expect(takers.filter(({ files }) => !files).map(({ what }) => what)).toEqual(['api method|path', 'api path'])
  expect(takers.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['cases import path', 'cases import --to', 'store backup file', 'runs submit report']),
  )
})

describe('the tree as data', () => {
  test('packed and unpacked it is the same', () => expect(unpack(pack(tree))).toEqual(tree))

  test('is what the build left for completion', () =>
    expect(JSON.parse(readFileSync(join(project, 'dist/tree.json'), 'utf8')), 'run `npm run build` first').toEqual(
      pack(tree),
    ))
})
