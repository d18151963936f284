import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { version } from '../../package.json'
import { fillTemplate } from '../../src/submission/run/name-template.ts'
import { blocksOf } from '../repository/blocks.ts'
import { root } from '../repository/sources.ts'
import { readAction, stepsOf } from './actions.ts'

// The page about CI and the actions only mention what exists.

const page = readFileSync(join(root, 'src/docs/ci.md'), 'utf8')
const binaries = `${root}/bin/binaries.mjs`
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))]

test('the page names the actions of this major version', () => {
  expect(all(page, /\.github\/actions\/\w+@(\w+)/g)).toEqual([`v${version.split('.')[0]}`])
})

test('what a workflow gives to an action comes as a variable, and never as a part of a script', () => {
  const evil = '$(touch evil)`touch evil`"; touch evil #'
  const given = { report: evil, url: evil, 'api-key': evil, project: evil, name: evil, flags: evil, version: evil }
  for (const { lines } of stepsOf('submit', given)) expect(lines).not.toContain('touch evil')
  for (const name of ['submit', 'gate'])
    for (const { run } of readAction(name).runs.steps) expect(run).not.toContain('${{')
})

test.skipIf(!existsSync(binaries))('the installation knows every program of a release by its name', () => {
  const script = readFileSync(join(root, '.github/actions/install.sh'), 'utf8')
  const systems = all(script, /\bos=([a-z]+)/g)
  const parts = new Set([...all(script, /\barch=([a-z]\w+)/g), ...all(script, /suffix=-(\w+)/g)])
  const targets = all(readFileSync(binaries, 'utf8'), /^ {2}'(\w+-[\w-]+)': \{/gm)
  expect(targets.length).toBeGreaterThan(4)
  const unknown = targets.filter((target) => {
    const [system = '', ...rest] = target.split('-')
    return !systems.includes(system) || rest.some((part) => !parts.has(part))
  })
  expect(unknown).toEqual([])
})

type Job = { steps: { uses?: string; if?: string; condition?: string }[]; needs?: string } & Record<string, unknown>

test('on every system results are submitted when tests failed, and the gate comes after all of them', () => {
  const [github = '', component = '', , azure = ''] = blocksOf('src/docs/ci.md', 'yaml')
  const { test: tested, gate } = (parse(github) as { jobs: Record<string, Job> }).jobs
  expect(tested!.steps.at(-1)).toMatchObject({ uses: expect.stringContaining('submit'), if: '${{ !cancelled() }}' })
  expect(gate).toMatchObject({ needs: 'test', if: '${{ !cancelled() }}' })
  const [, gitlab] = parseAllDocuments(component).map((one) => one.toJS() as Record<string, Job>)
  expect(gitlab).toMatchObject({
    '.testctl': { stage: '.post', when: 'always' },
    'testctl-submit': { extends: '.testctl' },
    'testctl-gate': { extends: '.testctl', needs: ['testctl-submit'], artifacts: { when: 'always' } },
  })
  const [shards, last] = (parse(azure) as { jobs: Job[] }).jobs
  expect(shards!.steps.at(-1)!.condition).toBe('succeededOrFailed()')
  expect(last).toMatchObject({ dependsOn: shards!['job'], condition: 'succeededOrFailed()' })
  expect(blocksOf('src/docs/ci.md', 'groovy')[0]).toMatch(
    /catchError\([^]*post \{\s+always \{[^]*submit[^]*stage\('Gate'\)/,
  )
})

test('where a workspace is kept, the reports of the last build are removed before the tests', () => {
  const [, , , azure = ''] = blocksOf('src/docs/ci.md', 'yaml')
  const [groovy = ''] = blocksOf('src/docs/ci.md', 'groovy')
  for (const pipeline of [azure, groovy]) expect(pipeline).toMatch(/rm -rf reports\b[^]*\.\/run-tests/)
})

test('the line for any other system names its run where no CI system tells anything', () => {
  const line = blocksOf('src/docs/ci.md', 'sh').find((block) => block.startsWith('testctl exec')) ?? ''
  const name = /--name '([^']*)'/.exec(line)?.[1] ?? ''
  expect(fillTemplate(name, { env: {}, now: new Date('2026-03-01T09:00:00Z') })).toBe('CI 2026-03-01')
})
