import { builtinModules } from 'node:module'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { circlesIn } from './circles.ts'
import { imports } from './imports.ts'

// Rules for the folders of `src`: how many files each holds, how they are named, and no cycles between folders or files.

const roomOf = (file: string): string => file.replace(/\/.*/, '')
const rooms = new Set([...imports.keys()].map(roomOf))
const isSource = (path: string): boolean => imports.has(path)

test('no two folders, and no two files, need each other', () => {
  const files = new Map([...imports].map(([file, found]) => [file, found.map(({ to }) => to).filter(isSource)]))
  const folders = new Map([...rooms].map((room) => [room, new Set<string>()]))
  for (const [file, found] of files)
    for (const to of found) if (roomOf(to) !== roomOf(file)) folders.get(roomOf(file))!.add(roomOf(to))
  expect({ files: circlesIn(files), folders: circlesIn(folders) }).toEqual({ files: [], folders: [] })
})

test('a folder holds at most 15 files, with names in kebab-case', () => {
  const files = [...imports.keys()]
  const folders = new Set(files.map((file) => dirname(file)))
  const full = [...folders].filter((folder) => files.filter((file) => dirname(file) === folder).length > 15)
  expect(full, 'full: make a folder of the files that belong together').toEqual([])
  expect(files.filter((file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(file))).toEqual([])
})

test('what comes with Node is named so', () => {
  const bare = [...imports].flatMap(([file, found]) =>
    found.filter(({ to }) => builtinModules.includes(to) && !to.startsWith('node:')).map(({ to }) => `${file}: ${to}`),
  )
  expect(bare).toEqual([])
})

test('a circle is found', () => {
  expect(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual([['b', 'c']])
})
