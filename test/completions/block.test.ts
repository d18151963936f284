import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBlock, removeBlock } from '../../src/completions/installation/marked-block.ts'

describe('the block in a startup file', () => {
  const lines = ['one', 'two']

  test('goes without a trace', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('# >>> testctl completion >>>', '', '\r', '# testctl made this file.'),
    )
    const texts = fc
      .array(line)
      .map((all) => all.join('\n'))
      .filter((text) => removeBlock(text) === text)
    fc.assert(
      fc.property(texts, (text) => {
        const once = addBlock(text, { lines, madeFile: false })
        expect(removeBlock(once)).toBe(text)
        expect(addBlock(once, { lines, madeFile: false })).toBe(once)
      }),
    )
  })

  test('stays where it is when its lines change', () => {
    const before = `${addBlock('a\n', { lines, madeFile: false })}b\n`
    expect(addBlock(before, { lines: ['three'], madeFile: false })).toBe(before.replace('one\ntwo', 'three'))
  })

  test('leaves lines that were written below it lines of their own', () =>
    expect(removeBlock(`${addBlock('a', { lines, madeFile: false })}b\n`)).toBe('a\nb\n'))

  test('takes with it the file that was made for it, unless somebody wrote more into it', () => {
    const made = addBlock('', { lines, madeFile: true })
    expect(removeBlock(made)).toBeUndefined()
    expect(removeBlock(`${made}b\n`)).toBe('b\n')
  })

  test('ends where it ends: a mark that lost its other half is not part of it', () => {
    const text = '# >>> testctl completion >>>\nmine\n'
    expect(removeBlock(addBlock(text, { lines, madeFile: false }))).toBe(text)
  })

  test('is found in a file whose lines end in another way now', () => {
    const before = addBlock('a\n', { lines, madeFile: false }).replaceAll('\n', '\r\n')
    expect(removeBlock(before)).toBe('a\r\n')
  })
})
