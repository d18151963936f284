import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatAnswer } from '../../src/completions/candidates.ts'
import { createKnow } from '../../src/completions/cached-names.ts'
import { complete } from '../../src/completions/answer.ts'
import { keep } from '../../src/completions/cache/save.ts'
import { formatName } from '../../src/completions/cache/entries.ts'
import { folderOf, namesFolder } from '../../src/completions/cache/location.ts'
import { hostile, tree } from './tree.ts'

// The names that earlier lines have saved, and the line typed so far → what Tab offers.

let home: string
let env: Record<string, string>
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'testctl-know-'))
  env = { HOME: home, TESTCTL_URL: 'https://tests.example.com' }
})
afterEach(() => rm(home, { recursive: true, force: true }))

const uid = process.getuid?.()
const folder = (url = 'https://tests.example.com') => folderOf(namesFolder({ env, platform: 'linux' })!, url)

const leave = async (
  noun: 'projects' | 'tests' | 'runs',
  identifiers: readonly string[],
  { url = 'https://tests.example.com' } = {},
) => {
  const project = noun === 'projects' ? undefined : identifiers[0]!.split('-')[0]
  const seen = identifiers.map((identifier) => ({ identifier, name: `name of ${identifier}` }))
  await keep(folder(url), [{ noun, project, seen, gone: new Set(), isWhole: false }], { uid, pid: process.pid })
}

const answered = async (line: string, more: Record<string, string> = {}): Promise<string> => {
  const asker = { env: { ...env, ...more }, cwd: home, platform: 'linux', uid } as const
  return formatAnswer(await complete(tree, line.split(' ').slice(1), createKnow(asker)))
}
const offered = async (line: string, more?: Record<string, string>): Promise<string[]> =>
  (await answered(line, more)).split('\n').flatMap((one) => one.split('\t')[0] || [])

describe('identifiers', () => {
  beforeEach(async () => {
    await leave('projects', ['WEB', 'TEAM'])
    await leave('tests', ['WEB-T12', 'WEB-T2', 'WEB-T1'])
    await leave('tests', ['TEAM-T1'])
    await leave('runs', ['WEB-R1'])
  })

  test('come with their names, those that were used last first', async () =>
    expect(await answered('testctl tests get WEB-T')).toBe(
      'WEB-T12\tname of WEB-T12\nWEB-T2\tname of WEB-T2\nWEB-T1\tname of WEB-T1\n',
    ))

  test.each([
    ['testctl tests get ', ['TEAM-T1', 'WEB-T12', 'WEB-T2', 'WEB-T1']],
    ['testctl tests get WEB-T1', ['WEB-T12', 'WEB-T1']],
    ['testctl tests get web-t1', ['WEB-T12', 'WEB-T1']],
    ['testctl tests get wEb', ['WEB-T12', 'WEB-T2', 'WEB-T1']],
    ['testctl tests get WEB-R', []],
    ['testctl tests get T1', []],
    ['testctl tests get -p WEB T1', ['T12', 'T1']],
    ['testctl -p web tests get t1', ['T12', 'T1']],
    ['testctl tests get --project=WEB T', ['T12', 'T2', 'T1']],
    ['testctl tests get -p WEB ', ['WEB-T12', 'WEB-T2', 'WEB-T1']],
    ['testctl tests get -p TEAM ', ['TEAM-T1']],
    ['testctl tests get -p OTHER ', []],
    ['testctl tests list R', []],
    ['testctl tests list ', ['WEB-R1']],
    ['testctl tests list -p ', ['WEB', 'TEAM']],
    ['testctl tests list --project=te', ['--project=TEAM']],
    ['testctl projects get w', ['WEB']],
    ['testctl comments create WEB-T', ['WEB-T12', 'WEB-T2', 'WEB-T1']],
    ['testctl tests set WEB-T1 WEB-T2 p', ['passed']],
  ])('%s', async (line, identifiers) => expect(await offered(line)).toEqual(identifiers))

  test.each([
    ['testctl tests get ', ['WEB-T12', 'WEB-T2', 'WEB-T1', 'TEAM-T1']],
    ['testctl tests get T', ['T12', 'T2', 'T1', 'TEAM-T1']],
    ['testctl tests get -p TEAM T', ['T1']],
  ])('%s, where WEB is the default project', async (line, identifiers) => {
    expect(await offered(line, { TESTCTL_PROJECT: 'WEB' })).toEqual(identifiers)
    writeFileSync(join(home, '.testctl.json'), '{"project": "WEB"}')
    expect(await offered(line)).toEqual(identifiers)
  })
})

test('at most two hundred are offered', async () => {
  await leave(
    'tests',
    Array.from({ length: 1000 }, (_, at) => `WEB-T${1000 - at}`),
  )
  const all = await offered('testctl tests get ')
  expect([all.length, all[0], all.at(-1)]).toEqual([200, 'WEB-T1000', 'WEB-T801'])
  expect(await offered('testctl tests get WEB-T12')).toHaveLength(11)
})

describe('profiles', () => {
  beforeEach(async () => {
    mkdirSync(join(home, '.config/testctl'), { recursive: true })
    const profiles = {
      work: { url: 'https://ana:secret@work.example.com/api', apiKey: 'canary-0123456789', project: 'WORK' },
      home: { url: 'file:/home/ana/team.db' },
      '$(touch pwned)': {},
      '--yes': {},
    }
    writeFileSync(join(home, '.config/testctl/config.json'), JSON.stringify({ current: 'home', profiles }))
    await leave('tests', ['WORK-T1'], { url: 'https://work.example.com' })
    await leave('tests', ['HOME-T1'], { url: 'file:/home/ana/team.db' })
  })

  test.each(['testctl auth profile use ', 'testctl tests list --profile '])('%s', async (line) =>
    expect(await answered(line)).toBe('work\thttps://work.example.com\nhome\tfile:/home/ana/team.db\n'),
  )

  test('choose the service whose names are offered', async () => {
    delete env['TESTCTL_URL']
    const file = join(home, '.config/testctl/config.json')
    writeFileSync(
      file,
      JSON.stringify({
        current: 'home',
        profiles: { work: { url: 'https://work.example.com' }, home: { url: 'file:/home/ana/team.db' } },
      }),
    )
    expect(await offered('testctl tests get ')).toEqual(['HOME-T1'])
    expect(await offered('testctl tests get --profile work ')).toEqual(['WORK-T1'])
    expect(await offered('testctl --profile=work tests get ')).toEqual(['WORK-T1'])
    expect(await offered('testctl tests get ', { TESTCTL_PROFILE: 'work' })).toEqual(['WORK-T1'])
    expect(await offered('testctl tests get ', { TESTCTL_URL: 'https://tests.example.com' })).toEqual([])
  })
})

describe('names that somebody chose to do harm', () => {
  test('make lines of an identifier and a text that is only shown, however they came into the file', async () => {
    await leave('tests', ['WEB-T1'])
    const text = hostile.map(({ value, description }) => `${value}\t${description}\n`).join('')
    writeFileSync(join(folder(), 'tests-WEB'), text)
    const lines = (await answered('testctl tests get ')).split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line).toMatch(/^WEB-T[0-9]+(\t[^\p{C}\p{Zl}\p{Zp}]+)?$/u)
  })

  test('are short lines in the file', () => {
    const name = `${'\u001b[31m\n\t'.repeat(50_000)}${'x'.repeat(50_000)}`
    const [line = '', ...rest] = formatName({ identifier: 'WEB-T1', name }).split('\n')
    expect(line.length).toBeLessThan(200)
    expect(line).toMatch(/^WEB-T1\t[^\0-\u001f]*$/)
    expect(rest).toEqual([''])
  })
})
