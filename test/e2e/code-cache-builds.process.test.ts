import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'
import { install } from './installed.ts'
import { codeFolder } from './kept-code.ts'
import { createMachine, type Machine } from './machine.ts'

// npm gives every file of a package the same time, so neither times nor lengths tell two builds apart.

let machine: Machine
beforeEach(async () => {
  machine = await createMachine({ XDG_CACHE_HOME: '' })
})
afterEach(() => machine.remove())

const folder = () => codeFolder(machine)
const installAt = (name: string): string => {
  const place = join(machine.folder, name)
  install(place)
  return place
}
const version = (place: string): string =>
  execFileSync(process.execPath, [join(place, 'bin/testctl.js'), '--version'], {
    env: { HOME: machine.folder },
    encoding: 'utf8',
  })

/** Turns an installation into another build, with files of the same lengths and times. */
const changed = (place: string): void => {
  const main = join(place, 'dist/main.cjs')
  const { atime, mtime } = statSync(main)
  const text = readFileSync(main, 'latin1')
  const [, id = ''] = /^\/\*(\w+)\*\//.exec(text) ?? []
  const other = text.replace(id, id.replace(/./g, 'f')).replaceAll('testctl ${', 'testctx ${')
  expect(other).toHaveLength(text.length)
  writeFileSync(main, other)
  utimesSync(main, atime, mtime)
}

test.each([
  ['that came along with', () => undefined],
  ['that was kept of', (place: string) => rmSync(join(place, 'dist/code'), { recursive: true })],
])('the compiled code %s one build is never run by another that looks the same', (_, prepare) => {
  const place = installAt('one')
  prepare(place)
  const before = version(place)
  expect(version(place)).toBe(before)
  changed(place)
  expect(version(place)).toBe(before.replace('testctl', 'testctx'))
})

test('two builds that are used in turns keep the code of both', () => {
  const [one, other] = [installAt('one'), installAt('other')]
  for (const place of [one, other]) rmSync(join(place, 'dist/code'), { recursive: true })
  changed(other)
  version(one)
  version(other)
  const kept = () => readdirSync(folder()).map((name) => [name, statSync(join(folder(), name)).ino])
  const first = kept()
  expect(first).toHaveLength(2)
  version(one)
  version(other)
  expect(kept()).toEqual(first)
})

test('every file of the bundle is ASCII, which V8 keeps in half the room', () => {
  const dist = join(root, 'dist')
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.cjs')))
    expect({ name, text: /[^\0-\x7f]/.exec(readFileSync(join(dist, name), 'utf8'))?.[0] }).toEqual({ name })
})
