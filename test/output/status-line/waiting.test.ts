import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from '../../../src/output/status-line/progress.ts'
import { statusLineOf } from '../../../src/output/status-line/index.ts'
import { createWaiting } from '../../../src/output/status-line/waiting.ts'
import { createScreen } from '../screen.ts'
import { createIo } from '../sights.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = ({ terminal = 100, mode = 'auto' } = {}) => {
  const { io, err } = createIo(terminal > 0 ? { terminal } : {})
  statusLineOf(io).choose({ mode })
  const { during, pause } = createWaiting(io, 'tests.example.com')
  return {
    io,
    err,
    pause,
    /** Begins to wait for an answer. Returns a function that delivers it, or a failure if given an error. */
    begin: () => {
      let settle = (_error?: Error): void => undefined
      const answer = during(
        () => new Promise<void>((resolve, reject) => (settle = (error) => (error ? reject(error) : resolve()))),
      ).catch(() => undefined)
      return (error?: Error): Promise<void> => {
        settle(error)
        return answer
      }
    },
    progress: (label: string, total?: number) => createProgress(io, label, total),
    pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
    line: () => {
      const screen = createScreen(1000)
      screen.write(err())
      return screen.lines().join('|')
    },
  }
}

describe('an answer that is waited for on a terminal', () => {
  test.each([undefined, new Error('broken')])(
    'is said to be after a second, and that is gone when it is there: %s',
    async (error) => {
      const { begin, pass, line } = open()
      const end = begin()
      pass(999)
      expect(line()).toBe('')
      pass(1)
      expect(line()).toBe('waiting for tests.example.com, 1 s')
      pass(2000)
      expect(line()).toBe('waiting for tests.example.com, 3 s')
      await end(error)
      pass(200)
      expect(line()).toBe('')
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('that comes within a second leaves no trace, and no timer for long', async () => {
    const { begin, pass, err } = open()
    const end = begin()
    pass(900)
    await end()
    pass(1000)
    expect(err()).toBe('')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is one with the others, and with those that follow at once', async () => {
    const { begin, pass, line } = open()
    let ends = [begin(), begin(), begin()]
    for (let time = 0; time < 8; time++) {
      pass(500)
      for (const end of ends) await end()
      pass(1)
      ends = [begin()]
    }
    pass(50)
    expect(line()).toBe('waiting for tests.example.com, 4 s')
    for (const end of ends) await end()
    pass(1000)
    const end = begin()
    pass(800)
    expect(line()).toBe('')
    await end()
  })

  test('is not said while something else tells how far it is', async () => {
    const { begin, pass, line, progress } = open()
    const end = begin()
    pass(2000)
    const reading = progress('reading tests')
    reading.step(5)
    pass(400)
    expect(line()).toBe('reading tests: 5, 13/s')
    reading.done()
    pass(1000)
    expect(line()).toBe('')
    pass(200)
    expect(line()).toBe('waiting for tests.example.com, 1 s')
    await end()
  })

  test('is not said while rows run over the terminal', async () => {
    const { io, begin, pass, line, err } = open()
    const end = begin()
    for (let piece = 0; piece < 10; piece++) {
      pass(900)
      statusLineOf(io).hide('rows\n')
    }
    expect(err()).toBe('')
    pass(1000)
    expect(line()).toBe('waiting for tests.example.com, 1 s')
    await end()
  })

  test('of a service that asks to wait is said with the time that is left', async () => {
    const { begin, pause, pass, line } = open()
    const end = begin()
    const resume = pause({ why: 'busy', until: performance.now() + 14_000 })
    pass(2000)
    expect(line()).toBe('waiting for tests.example.com to take more, 12 s left')
    pass(12_200)
    expect(line()).toBe('waiting for tests.example.com, 14 s')
    resume()
    await end()
  })

  test('that has to be asked for again is said with the reason', async () => {
    const { begin, pause, pass, line } = open()
    const end = begin()
    const reasons = { unreachable: 'cannot be reached', broken: 'broke off', failing: 'fails' } as const
    for (const [why, said] of Object.entries(reasons)) {
      const resume = pause({ why: why as keyof typeof reasons, until: performance.now() + 100 })
      pass(2000)
      expect(line()).toMatch(`tests.example.com ${said}, trying again, `)
      resume()
    }
    pass(2000)
    expect(line()).toBe('waiting for tests.example.com, 8 s')
    await end()
  })

  test('tells, beside how far something is, only why it does not go on', async () => {
    const { begin, pause, pass, line, progress } = open()
    const setting = progress('setting results', 1000)
    const end = begin()
    setting.step(200)
    const resume = [
      pause({ why: 'busy', until: performance.now() + 3000 }),
      pause({ why: 'busy', until: performance.now() + 14_000 }),
    ]
    pass(2000)
    expect(line()).toBe('setting results: 200 of 1000; waiting for tests.example.com to take more, 12 s left')
    for (const end of resume) end()
    pass(200)
    expect(line()).toMatch(/^setting results \[#{4} {16}\] 200 of 1000, \d+\/s, \d+ s left$/)
    await end()
    setting.done()
  })
})

test('without a terminal and with none nothing is said; plain says it every five seconds', async () => {
  for (const [setting, seen] of [
    [{ terminal: 0 }, ''],
    [{ mode: 'none' }, ''],
    [{ terminal: 0, mode: 'plain' }, 'waiting for tests.example.com, 5 s\nwaiting for tests.example.com, 10 s\n'],
  ] as const) {
    const { begin, pass, err } = open(setting)
    const end = begin()
    pass(12_000)
    await end()
    pass(12_000)
    expect(err()).toBe(seen)
    expect(vi.getTimerCount()).toBe(0)
  }
})
