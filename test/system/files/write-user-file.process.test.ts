import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError, UsageError } from '../../../src/errors.ts'
import { mount, mountable, unmount } from '../../helpers/disk.ts'
import { writeUserFile } from '../../../src/system/files/write-user-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-file-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stop = new AbortController().signal
const write = (name: string, pieces: Iterable<string> = ['new']) =>
  writeUserFile(pieces, { path: join(folder, name), name, stop })
const read = (name: string) => readFile(join(folder, name), 'utf8')

test('a file is written, in folders that were not there, and nothing is left beside it', async () => {
  await write('out/reports/junit.xml', ['<a>', '</a>'])
  expect(await read('out/reports/junit.xml')).toBe('<a></a>')
  expect(await readdir(join(folder, 'out/reports'))).toEqual(['junit.xml'])
})

test('a large one arrives whole', async () => {
  const pieces = Array.from({ length: 100_000 }, (_, at) => `line ${at} ✓\n`)
  await write('large.txt', pieces)
  expect(await read('large.txt')).toBe(pieces.join(''))
})

test('one that is there is replaced and keeps its mode', async () => {
  await writeFile(join(folder, 'a.md'), 'old and longer')
  await chmod(join(folder, 'a.md'), 0o640)
  await write('a.md')
  expect(await read('a.md')).toBe('new')
  expect((await stat(join(folder, 'a.md'))).mode & 0o777).toBe(0o640)
})

test('a link keeps being one, and the file that it names is written', async () => {
  await mkdir(join(folder, 'there'))
  await writeFile(join(folder, 'there/a.md'), 'old')
  await symlink('there/a.md', join(folder, 'link.md'))
  await write('link.md')
  expect(await read('there/a.md')).toBe('new')
  expect(await readdir(join(folder, 'there'))).toEqual(['a.md'])
})

test('a link to a file that is not there yet makes that file', async () => {
  await symlink('later.md', join(folder, 'link.md'))
  await write('link.md')
  expect(await read('later.md')).toBe('new')
})

test('a link in a linked folder to a file that is not there yet makes that file where the system would', async () => {
  await mkdir(join(folder, 'kept/cases'), { recursive: true })
  await symlink('kept/cases', join(folder, 'cases'))
  await symlink('../later.md', join(folder, 'cases/link.md'))
  await write('cases/link.md')
  expect(await read('kept/later.md')).toBe('new')
  expect((await readdir(folder)).toSorted()).toEqual(['cases', 'kept'])
})

test('a name as long as a name can be is written', async () => {
  await write(`${'x'.repeat(252)}.md`)
  expect(await readdir(folder)).toEqual([`${'x'.repeat(252)}.md`])
})

// Tested only with a pipe made for it: a defect here would replace a device that the whole machine needs.
test('what is no file is written to as it is, and stays what it is', async () => {
  const pipe = join(folder, 'pipe')
  await execa('mkfifo', [pipe])
  const reading = execa('timeout', ['5', 'cat', pipe], { reject: false })
  await write('pipe')
  expect((await reading).stdout).toBe('new')
  expect((await stat(pipe)).isFIFO()).toBe(true)
})

describe('what cannot be written ends with exit 2 and the name that was given', () => {
  test.for([
    ['folder', 'folder cannot be written: it is not a file'],
    ['file/a.md', 'file/a.md cannot be written: a file is in the place of its folder'],
    [`${'x'.repeat(300)}`, /^x+ cannot be written: ENAMETOOLONG/],
  ] as const)('%s', async ([name, message]) => {
    await mkdir(join(folder, 'folder'))
    await writeFile(join(folder, 'file'), 'old')
    const error: UsageError = await write(name).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message).toMatch(message)
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'folder'])
  })
})

describe('the old file stays as it was', () => {
  const failing = function* (end: () => void) {
    yield 'x'.repeat(100_000)
    end()
    yield 'more'
  }

  test('when writing fails half-way', async () => {
    await writeFile(join(folder, 'a.md'), 'old')
    const broken = failing(() => {
      throw new Error('planted')
    })
    await expect(write('a.md', broken)).rejects.toThrow('planted')
    expect([await read('a.md'), await readdir(folder)]).toEqual(['old', ['a.md']])
  })

  test('when it is interrupted', async () => {
    await writeFile(join(folder, 'a.md'), 'old')
    const controller = new AbortController()
    const pieces = failing(() => controller.abort(new InterruptedError('interrupted')))
    const written = writeUserFile(pieces, { path: join(folder, 'a.md'), name: 'a.md', stop: controller.signal })
    await expect(written).rejects.toThrow('interrupted')
    expect([await read('a.md'), await readdir(folder)]).toEqual(['old', ['a.md']])
  })

  test.skipIf(!mountable)('when the disk is full', async () => {
    await mount(folder, '256k')
    try {
      await writeFile(join(folder, 'a.md'), 'old')
      const error: UsageError = await write('a.md', ['x'.repeat(1_000_000)]).catch((thrown) => thrown)
      expect(error.message).toBe('a.md cannot be written: the disk is full')
      expect([await read('a.md'), await readdir(folder)]).toEqual(['old', ['a.md']])
    } finally {
      await unmount(folder)
    }
  })
})
