import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { safe } from '../../../src/output/text/escape.ts'
import { cut } from '../../../src/output/text/width.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { examples } from '../../helpers/soak.ts'

const { widthOf } = ruler

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0x3000, max: 0x30ff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('日', '한', 'ｶ', 'ﾞ', '…', '✓', '❤️', '👩‍💻', '🇩🇪', 'e\u0301', '\u0301', '1️⃣', 'Ж', 'Ω'),
  ),
})

test('a text is measured as string-width measures it, shortcuts or not', () => {
  fc.assert(
    fc.property(text.map(safe), (shown) => {
      expect(widthOf(shown)).toBe(stringWidth(shown))
    }),
    examples(1000),
  )
})

test('every single character has the width that string-width gives it', () => {
  const wrong: string[] = []
  // Thousands of ideographs are alike, so every thirty-first is enough.
  for (let code = 0x20; code < 0xd800; code += code < 0x3200 ? 1 : 31) {
    const shown = safe(String.fromCodePoint(code))
    if (widthOf(shown) !== stringWidth(shown)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test('a text that is cut is never wider than asked, and a text that fits is not cut', () => {
  fc.assert(
    fc.property(text.map(safe), fc.integer({ min: 0, max: 40 }), (shown, width) => {
      const short = cut(shown, { width, ellipsis: '…', ruler })
      expect(widthOf(short)).toBeLessThanOrEqual(width)
      if (widthOf(shown) <= width) expect(short).toBe(shown)
    }),
    examples(500),
  )
})

test.each([
  ['Login works', 8, 'Login w…'],
  ['Login works', 7, 'Login…'],
  ['日本語テスト', 6, '日本…'],
  ['日本語テスト', 5, '日本…'],
  ['👩‍💻👩‍💻👩‍💻', 5, '👩‍💻👩‍💻…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('%s in %i columns is %s', (whole, width, short) => {
  expect(cut(whole, { width, ellipsis: '…', ruler })).toBe(short)
})
