import { expect, vi } from 'vitest'
import { createProgress } from '../../src/output/status-line/progress.ts'
import { statusLineOf } from '../../src/output/status-line/index.ts'
import { createScreen } from './screen.ts'
import { createIo } from './sights.ts'

type Setting = {
  terminal?: number
  mode?: string
  env?: Record<string, string>
  label?: string
  total?: number | undefined
}

/** Begins something long. `pass` advances the clock by so many milliseconds; `line` returns the status line, at the end of stderr. */
export const begin = ({ terminal, mode, env, label = 'setting results', total }: Setting = {}) => {
  const { io, out, err } = createIo({
    ...(terminal !== undefined && { terminal }),
    ...(env && { env }),
  })
  statusLineOf(io).choose({ mode })
  const progress = createProgress(io, label, total)
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  return {
    ...progress,
    io,
    err,
    pass,
    /** Does `steps` steps, one every `every` milliseconds. */
    work: (steps: number, every: number) => {
      for (let step = 0; step < steps; step++) {
        pass(every)
        progress.step()
      }
    },
    line: () => {
      // Lets the status line draw its current text.
      pass(200)
      const screen = createScreen(1000)
      screen.write(err())
      expect(screen.lines()).toHaveLength(1)
      expect(out()).toBe('')
      return screen.lines()[0]
    },
  }
}
