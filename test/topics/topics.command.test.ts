import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/errors.ts'
import { match, usualRules } from '../../src/submission/match/index.ts'
import { topicPages } from '../../src/docs/topics/index.ts'
import { ways } from '../../src/docs/topics/matching.ts'
import { offered, root as program } from '../completions/tree.ts'
import { root } from '../helpers/world.ts'
import { outcome } from '../submission/outcome.ts'

// Compares what the topics say with the code.

const termsOf = (name: keyof typeof topicPages): string[] =>
  topicPages[name].groups.flatMap(({ rows }) => rows.flatMap(([term]) => String(term).split(', ')))

test('exit-codes has every code, in the order of their numbers', () => {
  expect(termsOf('exit-codes')).toEqual(Object.values(exitCodes).map(String))
})

describe('environment', () => {
  const sources = [
    ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => join('src', file)),
    'bin/testctl.js',
    'bin/code-cache.js',
  ].filter((file) => /\.(ts|js)$/.test(file) && !file.startsWith(join('src', 'docs', 'topics')))
  const code = sources.map((file) => readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
  const read = new Set(
    code.flatMap((text) =>
      [
        ...text.matchAll(/\benv(?:\[['"]|\.)([A-Za-z_]+)/g),
        // Variables that the code looks up by a name from another place.
        ...text.matchAll(
          /'(TESTCTL_[A-Z_]+|ACCESSIBLE|XDG_[A-Z]+_HOME|(?:https?|all)_proxy|(?:HTTPS?|ALL)_PROXY|PGSSL(?:ROOTCERT|CERT|KEY))'/g,
        ),
      ].map(([, name = '']) => name),
    ),
  )
  const lower = ['all_proxy', 'http_proxy', 'https_proxy', 'no_proxy']

  test('has every variable that the code reads', () => {
    expect(read.size).toBeGreaterThan(25)
    expect([...read].filter((name) => !lower.includes(name) && !termsOf('environment').includes(name))).toEqual([])
  })

  test('tells of the proxies in lower case', () => {
    const text = JSON.stringify(topicPages.environment)
    for (const name of lower) expect(text).toContain(name)
  })

  test('has no other', () => {
    expect(termsOf('environment').filter((name) => !read.has(name))).toEqual([])
  })
})

test('output has every flag that each command takes, but those that are not about output', () => {
  const others = ['--project', '--profile', '--timeout', '--no-input', '--verbose', '--version', '--help']
  const flags = program.options.map(({ long }) => long ?? '')
  expect(termsOf('output').sort()).toEqual(flags.filter((flag) => !others.includes(flag)).sort())
})

test('matching has the rules in the order in which they are tried', () => {
  const [rule] = usualRules.properties
  const name = 'WEB-C2 TC-5 logs in'
  const target = (number: number, called = '') => ({ id: `${number}`, name: called, identifiers: [`WEB-C${number}`] })
  const ask = (withProperty: boolean, ...left: string[]) => {
    const properties = withProperty ? [{ name: rule!, value: 'WEB-C1' }] : []
    const result = outcome(left.includes('identifier') ? name : name.slice(7), 'passed', { properties })
    const targets = [1, 2, 3, 5].map((number) => target(number))
    const { matched } = match({
      outcomes: [result],
      targets: left.includes('name') ? [...targets, target(4, result.name)] : targets,
      project: 'WEB',
      among: { many: 'tests', where: 'in the run' },
      rules: {
        ...usualRules,
        mapping: new Map(left.includes('mapping') ? [[result.name, ['WEB-C3']]] : []),
        patterns: [/TC-(?<case>\d+)/gu],
      },
    })
    return matched[0]?.rule
  }
  expect([
    ask(true, 'identifier', 'mapping', 'name'),
    ask(false, 'identifier', 'mapping', 'name'),
    ask(false, 'mapping', 'name'),
    ask(false, 'name'),
    ask(false),
  ]).toEqual(Object.keys(ways))
})

test('Tab offers the topics after help, and nowhere else', async () => {
  expect(await offered('testctl help e')).toEqual(['exec', 'exit-codes', 'environment'])
  expect(await offered('testctl help tests e')).toEqual([])
})
