import { expect, test } from 'vitest'
import { idsIn, scanIds } from '../../../src/submission/match/id-scan.ts'

test.for<[string, string[]]>([
  ['[WEB-C12] logs in', ['WEB-C12']],
  ['logs in (WEB-T3)', ['WEB-T3']],
  ['@WEB-C1 @WEB-C2: both', ['WEB-C1', 'WEB-C2']],
  ['WEB-C7', ['WEB-C7']],
  ['see WEB-C7.', ['WEB-C7']],
  ['web-c7 in small letters', ['WEB-C7']],
  ['WEB-C7 and again WEB-C7', ['WEB-C7']],
  ['WEB-C120', ['WEB-C120']],
  ['C12 without its project', []],
  ['SHA-256 of C99 syntax', []],
  ['API-C12 is of another project', []],
  ['MY-WEB-C12', []],
  ['XWEB-C12', []],
  ['WEB-C12a', []],
  ['WEB-C12_b', []],
  ['WEB-C12-3', []],
  ['WEB-C1.5', []],
  ['1.WEB-C5', []],
  ['step 1. WEB-C5', ['WEB-C5']],
  ['ÜWEB-C12', []],
  ['WEB-C12é', []],
  ['WEB-R12 and WEB-M1 are neither', []],
  ['WEB-C', []],
  ['', []],
])('%s', ([name, mentions]) => expect(idsIn(name, 'WEB')).toEqual(mentions))

test('a project with a hyphen has its cases in any case, and those of others stay theirs', () => {
  for (let count = 0; count < 2; count++)
    expect(scanIds('[my-app-C12] and MY-APP-t3, WEB-C4, X-MY-APP-C5, APP-C6', 'My-App')).toEqual({
      own: ['My-App-C12', 'My-App-T3'],
      foreign: ['WEB-C4', 'APP-C6'],
    })
  expect(scanIds('MY-APP-C12', 'B-app')).toEqual({ own: [], foreign: [] })
})
