import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Noun } from '../../../src/contract/vocabulary.ts'
import { folderOf, namesFolder } from '../../../src/completions/cache/location.ts'
import { findNames } from '../../../src/completions/cache/entries.ts'
import { readCacheLines } from '../../../src/completions/cache/load.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// A line that a user types → the names that Tab knows afterwards.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const known = (noun: Noun, project = 'WEB'): string[] => {
  const { env, folder } = world
  const names = namesFolder({ env, platform: process.platform })!
  const service = folderOf(names, `file:${folder}/team.db`)
  const [text = ''] = readCacheLines(service, { noun, project, others: false }, { uid: process.getuid?.() })
  return [...findNames(text, noun)].map(({ identifier, name }) => `${identifier} ${name}`)
}

const identifiers = (noun: Noun, project?: string) => known(noun, project).map((line) => line.split(' ')[0])

describe('what a command reads', () => {
  test('a list is known, the newest first, and the project that it was found in', async () => {
    await world.prints('testctl cases list -p WEB')
    expect(identifiers('cases')).toHaveLength(14)
    expect(identifiers('cases').slice(0, 3)).toEqual(['WEB-C14', 'WEB-C13', 'WEB-C12'])
    expect(known('projects')).toContain('WEB Web')
  })

  test('the tests of a run are known, and the run', async () => {
    await world.prints('testctl tests list WEB-R7 --result failed')
    expect(identifiers('tests')).toHaveLength(12)
    expect(identifiers('runs')).toEqual(['WEB-R7'])
  })

  test('what was asked for last comes first', async () => {
    await world.prints('testctl cases list -p WEB')
    await world.prints('testctl cases get web-c3')
    expect(identifiers('cases').slice(0, 3)).toEqual(['WEB-C3', 'WEB-C14', 'WEB-C13'])
    expect(identifiers('cases')).toHaveLength(14)
  })

  test('a list of all that there is takes the place of what was known', async () => {
    await world.prints('testctl milestones get WEB-M1')
    expect(identifiers('milestones')).toEqual(['WEB-M1'])
    await world.prints('testctl milestones delete WEB-M1 --yes', { env: { TESTCTL_NO_CACHE: '1' } })
    await world.prints("testctl milestones create -p WEB --name '3.0'")
    expect(identifiers('milestones')).toEqual(['WEB-M3', 'WEB-M1'])
    await world.prints('testctl milestones list -p WEB')
    expect(identifiers('milestones')).toEqual(['WEB-M3', 'WEB-M2'])
  })

  test('a list of some of them does not: the tests of another run, the cases that a filter finds', async () => {
    await world.prints('testctl tests list WEB-R7')
    await world.prints('testctl tests list WEB-R2')
    expect(identifiers('tests')).toHaveLength(15)
    await world.prints('testctl cases list -p WEB')
    await world.prints('testctl cases list -p WEB --custom-field area=none')
    expect(identifiers('cases')).toHaveLength(14)
  })

  test('what is found not to be there is forgotten', async () => {
    await world.prints('testctl cases list -p WEB')
    await world.prints('testctl cases delete WEB-C12 --yes', { env: { TESTCTL_NO_CACHE: '1' } })
    expect(identifiers('cases')).toContain('WEB-C12')
    await world.fails('testctl cases get web-c12')
    expect(identifiers('cases')).not.toContain('WEB-C12')
  })
})

describe('what a command changes', () => {
  test('what is created is known', async () => {
    await world.prints('testctl projects create --name New --identifier NEW')
    await world.prints("testctl cases create -p NEW --name 'Login works'")
    await world.prints('testctl runs create -p NEW --name Nightly --cases C1')
    expect(known('projects')).toContain('NEW New')
    expect(known('cases', 'NEW')).toEqual(['NEW-C1 Login works'])
    expect(known('runs', 'NEW')).toEqual(['NEW-R1 Nightly'])
  })

  test('a new name is known', async () => {
    await world.prints('testctl cases list -p WEB')
    await world.prints("testctl cases update WEB-C1 --name 'Another name'")
    expect(known('cases')[0]).toBe('WEB-C1 Another name')
  })

  test('what is deleted is forgotten', async () => {
    await world.prints('testctl cases list -p WEB')
    await world.prints('testctl cases delete WEB-C12 --yes')
    expect(identifiers('cases')).toHaveLength(13)
    expect(identifiers('cases')).not.toContain('WEB-C12')
  })

  test('of a project that is deleted or called otherwise, nothing is known by its old identifier', async () => {
    await world.prints('testctl cases list -p OLD')
    await world.prints('testctl cases list -p WEB')
    await world.prints('testctl projects delete OLD --confirm OLD')
    await world.prints('testctl projects update WEB --identifier SHOP')
    expect([...identifiers('projects'), ...identifiers('cases', 'OLD'), ...identifiers('cases')]).not.toContain('OLD')
    expect(identifiers('cases')).toEqual([])
    expect(identifiers('projects')).toEqual(['SHOP'])
  })

  test('what is only rehearsed is not', async () => {
    await world.prints('testctl cases delete WEB-C12 --yes --dry-run')
    expect(identifiers('cases')).toEqual([])
  })
})

describe('of very many', () => {
  let large: SeededWorld
  beforeAll(async () => {
    large = await createSeededWorld()
    await large.prints('testctl projects create --name Large --identifier LARGE')
    const names = Array.from({ length: 1400 }, (_, at) => `<testcase name="Case ${at + 1}"/>`)
    const stdin = `<testsuites>${names.join('')}</testsuites>`
    await large.prints('testctl runs submit - --format junit --name Large --create-cases -p LARGE', { stdin })
  })
  afterAll(() => large.remove())
  beforeEach(() => copyFile(join(large.folder, 'team.db'), join(world.folder, 'team.db')))

  test.each([50, 300, 1000])('the newest thousand are known, read by %i a page', async (size) => {
    await world.prints(`testctl cases list -p LARGE --page-size ${size}`)
    const all = identifiers('cases', 'LARGE')
    expect([all.length, all[0], all[900]]).toEqual([1000, 'LARGE-C1400', 'LARGE-C500'])
  })
})
