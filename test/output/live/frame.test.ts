import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eraseFrame, frameOf, redraw, type Size } from '../../../src/output/live/frame.ts'
import type { Line } from '../../../src/output/cells/line.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { createScreen } from '../screen.ts'

const means = { ruler, palette: (tone: string, text: string) => `<${tone}>${text}</>`, ellipsis: '…' }
const fit = (lines: readonly Line[], size: Partial<Size> = {}) =>
  frameOf(lines, { ...means, palette: (_, text) => text, size: { columns: 20, rows: 10, ...size } })
const texts = (lines: readonly Line[], size?: Partial<Size>) => fit(lines, size).lines.map(({ text }) => text)

describe('lines are fitted to the terminal', () => {
  test('each is cut to its width, wide characters stay whole', () => {
    expect(texts(['short', 'a'.repeat(21), '日本語のテスト日本語'], { columns: 20 })).toEqual([
      'short',
      `${'a'.repeat(19)}…`,
      '日本語のテスト日本語',
    ])
    expect(texts(['日本語'], { columns: 5 })).toEqual(['日本…'])
    expect(texts(['日本語', 'ab', 'c'], { columns: 1 })).toEqual(['…', '…', 'c'])
  })

  test('the last row is left to the cursor; where there is only one, it is shown', () => {
    expect(texts(['a', 'b', 'c'], { rows: 3 })).toEqual(['a', 'b'])
    expect(texts(['a', 'b', 'c'], { rows: 1 })).toEqual(['a'])
  })

  test('what acts on a terminal is shown as what it is, newlines too', () => {
    expect(texts(['a\u001b[2Jb\nc\u202ed'], { columns: 80 })).toEqual(['a\\u001b[2Jb\\nc\\u202ed'])
  })

  test('colours do not count, and end where the line is cut', () => {
    const line = [{ text: 'fine ' }, { text: 'broken', tone: 'failed' as const }, { text: ' gone' }]
    expect(frameOf([line], { ...means, size: { columns: 8, rows: 9 } }).lines).toEqual([
      { text: 'fine <failed>br…</>', width: 8 },
    ])
  })
})

test('nothing is written for the same frame on the same terminal', () => {
  expect(redraw(fit(['a', 'b']), fit(['a', 'b']))).toBe('')
  expect(redraw(fit(['a', 'b']), fit(['a', 'c']))).not.toBe('')
  expect(redraw(fit(['a'], { columns: 20 }), fit(['a'], { columns: 21 }))).not.toBe('')
})

describe('a frame takes the place of the one before', () => {
  const some = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-'), maxLength: 30 }), { maxLength: 12 })
  const size = fc.record({ columns: fc.integer({ min: 1, max: 25 }), rows: fc.integer({ min: 1, max: 14 }) })

  test('whatever stood there; what is above stays, and lines are wrapped as before', () => {
    fc.assert(
      fc.property(size, fc.array(some, { minLength: 1 }), (on, all) => {
        const screen = createScreen(on.columns)
        if (on.rows > 1) screen.write('$\n')
        let before: ReturnType<typeof fit> | undefined
        for (const lines of all) {
          const frame = fit(lines, on)
          screen.write(redraw(before, frame))
          const shown = frame.lines.map(({ text }) => text.trimEnd())
          expect(screen.lines()).toEqual(on.rows > 1 ? ['$', ...shown, ''] : [shown[0] ?? ''])
          expect(screen.wraps()).toBe(true)
          before = frame
        }
        if (!before) return
        screen.write(eraseFrame(before, on.columns))
        expect(screen.lines()).toEqual(on.rows > 1 ? ['$', ''] : [''])
      }),
    )
  })

  test('also when a narrower terminal has broken its lines', () => {
    const before = fit(['a'.repeat(20), 'b'.repeat(11), 'c'], { columns: 20 })
    expect(redraw(before, fit(['d'], { columns: 10 }))).toContain('\u001b[5A')
    expect(eraseFrame(before, 7)).toContain('\u001b[6A')
  })
})

test('a line that is wider than it was measured stays one', () => {
  const screen = createScreen(4)
  const frame = {
    size: { columns: 4, rows: 5 },
    lines: [
      { text: 'abcdef', width: 2 },
      { text: 'g', width: 1 },
    ],
  }
  screen.write(redraw(undefined, frame))
  expect(screen.lines().slice(1)).toEqual(['g', ''])
})
