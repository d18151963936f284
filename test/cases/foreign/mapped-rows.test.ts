import { describe, expect, test } from 'vitest'
import { readForeign } from './reading.ts'

// A spreadsheet in which a row is a step, and each row says which case it is of.

const read = async (...rows: string[]) => {
  const { cases } = await readForeign(rows.join('\n'))
  return cases.map(({ source, content }) => [source, content.steps.map(({ action }) => action).join(' ')])
}

describe('cases of one name without IDs are told apart', () => {
  test('by their section', async () => {
    const rows = ['Web,Login,Open', 'Web,Login,Click', ',Login,Wait', 'Mobile,Login,Tap', ',Login,Swipe']
    expect(await read('Section,Name,Action', ...rows)).toEqual([
      ['csv:Web › Login', 'Open Click Wait'],
      ['csv:Mobile › Login', 'Tap Swipe'],
    ])
    expect(await read('Section,Name,Action', ',Login,Open', 'Web,Login,Click')).toEqual([
      ['csv:Login', 'Open'],
      ['csv:Web › Login', 'Click'],
    ])
  })

  test.each([
    ['1', '2'],
    ['1.', '2.'],
    ['0', '1'],
  ])('by the number of a step that begins again: %s, %s', async (first, second) => {
    const rows = [`Login,${first},Open`, `Login,${second},Click`, 'Login,,Wait', `Login,${first},Tap`]
    expect(await read('Name,Step,Action', ...rows)).toEqual([
      ['csv:Login', 'Open Click Wait'],
      ['csv:Login (2)', 'Tap'],
    ])
  })
})

test('with IDs, a case is one however its steps are numbered and whatever section they name', async () => {
  const rows = ['1,Web,Login,1,Open', '1,Mobile,Login,1,Tap', '2,Mobile,Login,1,Swipe']
  expect(await read('ID,Section,Name,Step,Action', ...rows)).toEqual([
    ['csv:1', 'Open Tap'],
    ['csv:2', 'Swipe'],
  ])
})
