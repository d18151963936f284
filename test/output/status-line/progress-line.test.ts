import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../begun.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('on a terminal', () => {
  test('what a service named is harmless, and is measured in columns', () => {
    const evil = begin({ terminal: 60, label: 'reading \u001b[2J\r\n\u202e!' })
    evil.pass(2000)
    expect(evil.line()).toBe('reading \\u001b[2J\\r\\n\\u202e!, 2 s')
    const wide = begin({ terminal: 12, label: '読み込み中の報告' })
    wide.pass(2000)
    expect(wide.line()).toBe('読み込み中…')
    const family = begin({ terminal: 12, label: '👩‍👩‍👧🇩🇪éééééééééééééé' })
    family.pass(2000)
    expect(family.line()?.length).toBeLessThan(12)
  })

  test.each([1, 2, 3, 10, 20])('of %i columns sees as much of the line as it holds', (terminal) => {
    const { work, err, line, done } = begin({ terminal, total: 1000 })
    work(500, 10)
    expect(line()).toBe(terminal === 1 ? '' : `${'setting results: 500'.slice(0, terminal - 2).trimEnd()}…`)
    done()
    for (const drawn of err().split(/\r|\u001b\[K/)) expect(drawn.length).toBeLessThan(Math.max(2, terminal))
  })

  test('that becomes narrower keeps no rest of the line', () => {
    const { pass, err, done, io } = begin({ terminal: 40, label: 'reading a report with a long name' })
    pass(1200)
    expect(err()).toBe('\rreading a report with a long name, 1 s\u001b[K')
    io.stderr.columns = 10
    pass(200)
    done()
    expect(err()).toBe(
      '\rreading a report with a long name, 1 s\u001b[K\r\u001b[3A\u001b[J\rreading…\u001b[K\r\u001b[K',
    )
  })
})
