import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/index.ts'
import { InterfaceError } from '../../../src/errors.ts'
import { formatPath, matchRoute, parametersOf, routePath } from '../../../src/wire/codec/route.ts'
import { character } from '../../helpers/character.ts'
import { withoutStacks } from '../../helpers/stacks.ts'

const fill = (route: string, value: string) =>
  formatPath(route, Object.fromEntries(parametersOf(route).map((name) => [name, value])))

describe('a path is filled and matched back', () => {
  test.each(endpoints().map(([noun, verb, row]) => [row.route, `${noun} ${verb}`] as const))('%s', (route, name) => {
    const match = matchRoute(route.split(' ')[0] ?? '', fill(route, 'an id'))
    expect(match?.row && `${match.noun} ${match.verb}`).toBe(name)
    expect(Object.values(match?.row ? match.parameters : {})).toEqual(parametersOf(route).map(() => 'an id'))
  })

  test('of two routes that fit the same path, one has more fixed words, which decide', () => {
    const paths = [...new Set(endpoints().map(([, , row]) => routePath(row.route).replace(/:\w+/g, ':')))]
    const fixedIn = (path: string) => path.split('/').filter((word) => word !== ':').length
    const canBeBoth = (one: string, other: string) => {
      const [words, others] = [one.split('/'), other.split('/')]
      return (
        words.length === others.length &&
        words.every((word, at) => [word, others[at]].includes(':') || word === others[at])
      )
    }
    const undecided = paths.flatMap((one, at) =>
      paths.slice(at + 1).filter((other) => canBeBoth(one, other) && fixedIn(one) === fixedIn(other)),
    )
    expect(undecided).toEqual([])
  })

  test('any id that is accepted comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (id) => {
        let path
        try {
          path = fill('POST /v1/tests/:testId', id)
        } catch (error) {
          return error instanceof InterfaceError
        }
        const match = matchRoute('POST', path)
        return match?.row !== undefined && match.parameters['testId'] === id
      }),
    )
  })
})

describe('an id cannot bend a path', () => {
  const bad = [
    '',
    '.',
    '..',
    '/',
    'a/b',
    '..\\x',
    'a?b',
    'a#b',
    '%2e%2e',
    'a\nb',
    '\0',
    'a\u007f',
    '\u009b31m',
    '\ud800',
    '\u202e',
  ]
  test.each(bad)('%j is a usage error', (id) => {
    expect(() => fill('POST /v1/tests/:testId', id)).toThrow(InterfaceError)
  })

  test.each([undefined, null, 5, {}, ['a']])('%j is a usage error', (id) => {
    expect(() => formatPath('POST /v1/tests/:testId', { testId: id })).toThrow(InterfaceError)
  })

  // RELIABILITY 9. Servers in JavaScript resolve dot segments with URL.
  test('100,000 strings: the same number of segments, or no request', () => {
    const routes = endpoints()
      .map(([, , row]) => row.route)
      .filter((route) => route.includes(':'))
    const pieces = [
      '.',
      '..',
      '/',
      '\\',
      '%2e',
      '%2F',
      '%5c',
      '?',
      '#',
      ';',
      ':',
      '@',
      '&',
      '=',
      '+',
      ' ',
      '\t',
      '\r\n',
      '\0',
      'a',
      'Z9',
      '-',
      '_',
      '~',
      'é',
      '．',
      '／',
      '\u2028',
      '\ud83d\ude00',
      '\ud800',
      '%',
      '*',
      "'",
      '"',
      '<',
      '|',
    ]
    withoutStacks()
    let seed = 1
    const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    let sent = 0
    for (let round = 0; round < 100_000; round++) {
      const id = Array.from({ length: 1 + next(4) }, () => pieces[next(pieces.length)]).join('')
      const route = routes[round % routes.length] ?? ''
      let path
      try {
        path = fill(route, id)
      } catch (error) {
        if (error instanceof InterfaceError) continue
        throw error
      }
      sent++
      const resolved = new URL(path, 'http://service').pathname
      if (
        resolved !== path ||
        path.split('/').length !== routePath(route).split('/').length ||
        !/^[\x21-\x7e]+$/.test(path)
      )
        throw new Error(`${JSON.stringify(id)} bends ${route} to ${resolved}`)
    }
    expect(sent).toBeGreaterThan(1000)
  })
})

describe('what is matched', () => {
  test('fixed words win over parameters', () => {
    expect(matchRoute('GET', '/v1/cases/case/WEB-C1')).toMatchObject({ noun: 'cases', verb: 'get' })
    expect(matchRoute('GET', '/v1/cases/case')).toMatchObject({ verb: 'list', parameters: { projectId: 'case' } })
  })

  test('a path with other methods names them', () => {
    expect(matchRoute('PATCH', '/v1/cases/x')).toEqual({ allow: ['DELETE', 'GET', 'POST', 'PUT'] })
    expect(matchRoute('DELETE', '/v1/projects')).toEqual({ allow: ['GET', 'PUT'] })
    expect(matchRoute('PUT', '/v1/cases/case/WEB-C1')).toEqual({ allow: ['GET'] })
  })

  test.each(['/', '', '/v1', '/v1/', '/v1/tests/', '/v1/nothing', '/v1/projects/', '//v1/projects', '/v1/tests/a/b'])(
    '%j is nothing',
    (path) => {
      expect(matchRoute('GET', path)).toBeUndefined()
    },
  )

  test('an id with a bad escape stays as it is', () => {
    expect(matchRoute('POST', '/v1/tests/%zz')).toMatchObject({ parameters: { testId: '%zz' } })
  })
})
