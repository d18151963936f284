import { expect, test } from 'vitest'
import { type Io, withWords } from '../../src/system/io.ts'

test('another command line opens no stream and reads no folder before it needs them', () => {
  const read: string[] = []
  const lazy = (name: string) => ({ enumerable: true, get: () => read.push(name) })
  const io = Object.defineProperties({ argv: ['-h', 'runs'] } as unknown as Io, {
    stdin: lazy('stdin'),
    cwd: lazy('cwd'),
  })
  const other = withWords(io, ['runs', '--help'])
  expect(other.argv).toEqual(['runs', '--help'])
  expect(read).toEqual([])
  void other.stdin
  expect(read).toEqual(['stdin'])
})
