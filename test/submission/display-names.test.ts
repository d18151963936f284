import { describe, expect, test } from 'vitest'
import { match } from '../../src/submission/match/index.ts'
import { outcome } from './outcome.ts'

const decided = (name: string, properties: { name: string; value: string }[]) => {
  const targets = ['x', 'y'].map((one, at) => ({
    id: `id${at + 1}`,
    name: one,
    identifiers: [`WEB-T${at + 1}`, `WEB-C${at + 1}`],
  }))
  const question = { outcomes: [outcome(name, 'passed', { properties })], targets, project: 'WEB' }
  const { matched, unmatched } = match({ ...question, among: { many: 'tests', where: 'in the run' } })
  return [
    ...matched.map(({ targets: hit, because }) => [hit.map(({ id }) => id).join(), because]),
    ...unmatched.map(({ reason }) => [reason]),
  ][0]
}
const shown = (value: string) => ({ name: 'display-name', value })

describe('an identifier in what a runner shows for a test', () => {
  test('says what its result is for', () => {
    expect(decided('pays()', [shown('[WEB-C2] pays with a card')])).toEqual(['id2', 'its display name has WEB-C2'])
  })

  test.for<[string, string, { name: string; value: string }[], string]>([
    ['a property', 'pays()', [{ name: 'test_id', value: 'WEB-C1' }, shown('WEB-C2')], 'id1'],
    ['the name', 'pays [WEB-C1]', [shown('WEB-C2')], 'id1'],
  ])('%s goes before it', ([, name, properties, id]) => {
    expect(decided(name, properties)?.[0]).toBe(id)
  })

  test('goes before the exact name, also where it is not there; one of another project is a word', () => {
    expect(decided('x', [shown('WEB-C2')])?.[0]).toBe('id2')
    expect(decided('x', [shown('WEB-C99')])).toEqual(['WEB-C99 is not in the run'])
    expect(decided('x', [shown('API-C2')])?.[0]).toBe('id1')
  })
})
