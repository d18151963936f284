import { expect, test } from 'vitest'
import { createPrinter } from '../../src/output/create.ts'
import { createProgress } from '../../src/output/progress.ts'
import { plainRuler } from '../../src/output/ruler.ts'
import { createIo } from './sights.ts'

const started = Date.UTC(2026, 0, 1)

/** Does a thousand steps of 10 ms, and hands back what stderr got. */
const watch = ({ terminal, mode, env }: { terminal?: number; mode?: string; env?: Record<string, string> }) => {
  let time = started
  const { io, out, err } = createIo({
    ...(terminal !== undefined && { terminal }),
    ...(env && { env }),
    now: () => new Date(time),
  })
  const progress = createProgress({ io, mode, label: 'setting results', total: 1000 })
  for (let step = 0; step < 1000; step++) {
    time += 10
    progress.step()
  }
  progress.done()
  expect(out()).toBe('')
  return err()
}

test('a terminal sees one line, redrawn, with a bar, count, rate and time left; it is gone at the end', () => {
  const drawn = watch({ terminal: 80 }).split('\r').slice(1)
  expect(drawn[0]).toBe('setting results [                    ] 30 of 1000, 100/s, 10 s left\u001b[K')
  expect(drawn[1]).toBe('setting results [                    ] 40 of 1000, 100/s, 10 s left\u001b[K')
  expect(drawn.at(-2)).toBe('setting results [####################] 1000 of 1000, 100/s, 0 s left\u001b[K')
  expect(drawn.at(-1)).toBe('\u001b[K')
})

test('nothing is drawn within 300 ms', () => {
  let time = started
  const { io, err } = createIo({ terminal: 80, now: () => new Date(time) })
  const progress = createProgress({ io, label: 'reading' })
  time += 299
  progress.step(50)
  progress.done()
  expect(err()).toBe('')
})

test('without a terminal nothing is drawn, nor on a dumb one, nor with none', () => {
  expect(watch({})).toBe('')
  expect(watch({ terminal: 80, env: { TERM: 'dumb' } })).toBe('')
  expect(watch({ terminal: 80, mode: 'none' })).toBe('')
})

test('plain progress is a line every five seconds, terminal or not', () => {
  const lines = 'setting results: 500 of 1000, 100/s, 5 s left\nsetting results: 1000 of 1000, 100/s, 0 s left\n'
  expect(watch({ mode: 'plain' })).toBe(lines)
  expect(watch({ mode: 'plain', terminal: 80 })).toBe(lines)
})

test('a narrow terminal sees as much of the line as it holds', () => {
  for (const line of watch({ terminal: 20 }).split('\r')) expect(line.replace('\u001b[K', '').length).toBeLessThan(20)
})

test('whatever else is written takes the line away first', async () => {
  let time = started
  const { io, err } = createIo({ terminal: 80, now: () => new Date(time) })
  const printer = createPrinter({
    io,
    format: 'tsv',
    loadScreen: () => import('../../src/output/screen.ts'),
    loadRuler: async () => plainRuler,
    loadPalette: async () => (_, text) => text,
  })
  const progress = createProgress({ io, label: 'reading' })
  time += 400
  progress.step()
  await printer.warn('careful')
  progress.done()
  expect(err()).toBe('\rreading: 1, 2.5/s\u001b[K\r\u001b[Kwarning: careful\n')
})
