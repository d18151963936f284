import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import type { Seen } from '../../helpers/world.ts'
import { neighbours } from './neighbours.ts'
import { operators } from './operators.ts'
import { newcomers } from './newcomers.ts'
import { paste } from './paste.ts'
import { habits } from './table.ts'
import { uploaders } from './uploaders.ts'
import { valueHabits } from './values.ts'

const env = { TESTCTL_PROJECT: 'WEB' }

// Refused lines change nothing, so they share one world. Lines that work get their own.
let shared: SeededWorld
beforeAll(async () => {
  shared = await createSeededWorld(env)
})
afterAll(() => shared.remove())

const inOwnWorld = async <T>(work: (world: SeededWorld) => Promise<T>): Promise<T> => {
  const world = await createSeededWorld(env)
  return work(world).finally(world.remove)
}

/** Returns the second line of an error. A hint in JSON is converted to the same form. */
const nextOf = (stderr: string): string | undefined => {
  if (!stderr.startsWith('{')) return stderr.split('\n')[1]
  const { hint } = JSON.parse(stderr).error
  return `  ${hint.startsWith('testctl ') ? 'try: ' : ''}${hint}`
}

/** Runs the line of a hint. Returns its stderr if it fails for another reason than a missing file, web page or confirmation. */
const typedAgain = async (hint = ''): Promise<string | undefined> => {
  const [, line] = /^ {2}(?:[^:]*: )?(testctl [^;]*?)(?: [|>] (?!testctl ).*)?$/.exec(hint) ?? []
  if (
    line === undefined ||
    hint.startsWith('  usage: ') ||
    / <[a-z]+>/.test(line) ||
    /, (then: )?(or .*)?testctl | (serve|exec|login|doctor|watch|execute) ?/.test(line)
  )
    return undefined
  const { stderr, exitCode } = await pasted(line)
  return exitCode === 0 || isBeside.test(stderr) ? undefined : stderr
}

// One hint in three also belongs to another line.
const known = new Map<string, Promise<Seen>>()
const pasted = (line: string): Promise<Seen> => {
  const seen = known.get(line) ?? inOwnWorld((world) => paste(world, line))
  known.set(line, seen)
  return seen
}

const isBeside =
  /no submission from here|there is no (folder|file|profile|project [BS])|has no pages|needs a confirmation|needs its identifier|into which run|which cases|--columns is for tables/

describe('what somebody types by habit works, or a line says how it is typed here', () => {
  test.each([...habits, ...neighbours, ...operators, ...valueHabits, ...uploaders, ...newcomers])(
    'testctl %s',
    async (line, end) => {
      const type = ({ type: typeIn }: SeededWorld) => typeIn(`testctl ${line}`)
      const { stdout, stderr, exitCode } = await ('hint' in end ? type(shared) : inOwnWorld(type))
      if ('hint' in end) {
        const next = nextOf(stderr)
        expect({ exitCode, next, stdout }).toEqual({
          exitCode: /^(cases|runs|projects) get /.test(line) && exitCode === 3 ? 3 : 2,
          next: typeof end.hint === 'string' ? `  ${end.hint}` : expect.stringMatching(end.hint),
          stdout: '',
        })
        expect(await typedAgain(next)).toBeUndefined()
      } else if (typeof end.works === 'number')
        expect({ stderr, exitCode }).toEqual({ stderr: expect.any(String), exitCode: end.works })
      else {
        expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
        expect(stdout).toMatch(end.works)
      }
    },
  )
})

test('a word with a line break is shown whole, with the hint of any other', async () => {
  const { stderr } = await shared.type("testctl projects 'a\nb'")
  expect(stderr).toMatch(
    /^error: unknown command 'a\n {4}b'\n {2}commands: list, get, .*; see testctl projects --help\n$/,
  )
  const value = await shared.type("testctl projects list --color 'a\nb'")
  expect(value.stderr).toMatch(/^error: --color takes auto, always or never, not "a\\nb"\n/)
})
