import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../begun.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('on a terminal', () => {
  test('there is one line with a bar, count, rate and time left, which is gone at the end', () => {
    const { work, line, done, err } = begin({ terminal: 80, total: 1000 })
    work(500, 10)
    expect(line()).toBe('setting results [##########          ] 500 of 1000, 96/s, 6 s left')
    work(500, 10)
    expect(line()).toBe('setting results [####################] 1000 of 1000, 96/s, 0 s left')
    done()
    expect(line()).toBe('')
    expect(err()).not.toContain('\n')
    expect(err().match(/\r/g)?.length).toBeLessThanOrEqual(10 * 10 + 1)
  })

  test('nothing is drawn of what ends within 300 ms', () => {
    const short = begin({ terminal: 80 })
    short.work(29, 10)
    short.done()
    expect(short.err()).toBe('')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('it is seen that something is alive though nothing is counted yet', () => {
    const { pass, line, work } = begin({ terminal: 80, label: 'reading tests' })
    pass(799)
    expect(line()).toBe('')
    pass(1)
    expect(line()).toBe('reading tests, 1 s')
    pass(59_000)
    expect(line()).toBe('reading tests, 60 s')
    pass(120_000)
    expect(line()).toBe('reading tests, 3 min')
    work(3, 1000)
    expect(line()).toBe('reading tests: 3, 1.0/min')
    const of = begin({ terminal: 60, total: 20 })
    of.pass(12_000)
    expect(of.line()).toBe('setting results: 0 of 20, 12 s')
  })

  test('the rate is that of the last ten seconds', () => {
    const { work, line } = begin({ terminal: 60, total: 100_000 })
    work(200, 100)
    expect(line()).toBe('setting results: 200 of 100000, 9.8/s, 3 h left')
    work(20_000, 1)
    expect(line()).toBe('setting results: 20200 of 100000, 980/s, 82 s left')
    work(60, 500)
    expect(line()).toMatch(/: 20260 of 100000, 2\.0\/s, 12 h left$/)
  })

  test('what goes slowly has a rate and a time left all the same', () => {
    const { work, line, pass } = begin({ terminal: 60, label: 'reading runs', total: 10 })
    work(5, 20_000)
    pass(10_000)
    expect(line()).toBe('reading runs: 5 of 10, 2.7/min, 2 min left')
  })

  test('how much there is may be known later', () => {
    const { work, step, line } = begin({ terminal: 60, label: 'reading tests' })
    work(200, 10)
    expect(line()).toBe('reading tests: 200, 91/s')
    step(0, 1000)
    expect(line()).toBe('reading tests: 200 of 1000, 83/s, 10 s left')
  })

  test('a stall is said, with no time left, until it goes on', () => {
    const { work, pass, line } = begin({ terminal: 60, total: 1000 })
    work(300, 10)
    pass(4500)
    expect(line()).toMatch(/^setting results: 300 of 1000, \d+\/s, \d+ s left$/)
    pass(7400)
    expect(line()).toBe('setting results: 300 of 1000, nothing for 12 s')
    work(300, 10)
    expect(line()).toMatch(/^setting results: (59\d|600) of 1000, \d+\/s, \d+ s left$/)
  })

  test('no time left is said before it can be known, nor where the end is not', () => {
    const early = begin({ terminal: 60, total: 10_000 })
    early.work(100, 10)
    expect(early.line()).toMatch(/^setting results: 100 of 10000, \d+\/s$/)
    early.work(100, 10)
    expect(early.line()).toMatch(/^setting results: 200 of 10000, \d+\/s, \d+ min left$/)
    const endless = begin({ terminal: 60 })
    endless.work(500, 10)
    expect(endless.line()).toBe('setting results: 500, 96/s')
    const beyond = begin({ terminal: 60, total: 10 })
    beyond.work(400, 10)
    expect(beyond.line()).toBe('setting results: 400 of 10, 95/s')
    const negative = begin({ terminal: 80, total: -3 })
    negative.work(400, 10)
    expect(negative.line()).toBe(`setting results [${' '.repeat(20)}] 400 of -3, 95/s`)
  })
})

test('without a terminal nothing is drawn, nor on a dumb one, nor with none, and no timer is left', () => {
  for (const setting of [{}, { terminal: 80, env: { TERM: 'dumb' } }, { terminal: 80, mode: 'none' }]) {
    const { work, pass, done, err } = begin({ ...setting, total: 1000 })
    work(100, 10)
    expect(vi.getTimerCount()).toBe(0)
    pass(60_000)
    done()
    expect(err()).toBe('')
  }
})

test.each([undefined, 80])('plain progress is a line every five seconds, on a terminal of %s columns', (terminal) => {
  const { work, pass, done, err } = begin({ mode: 'plain', total: 1000, ...(terminal && { terminal }) })
  pass(5001)
  work(400, 10)
  pass(11_000)
  done()
  pass(60_000)
  expect(err()).toBe(
    [
      'setting results: 0 of 1000, 5 s',
      'setting results: 400 of 1000, 40/s, 15 s left',
      'setting results: 400 of 1000, nothing for 5 s',
      'setting results: 400 of 1000, nothing for 10 s',
      '',
    ].join('\n'),
  )
})
