import { describe, expect, test } from 'vitest'
import { inNumberedOrder } from '../../../src/cases/foreign/numbered-steps.ts'
import { stepsIn } from './reading.ts'

const qase = (steps: object[]) =>
  JSON.stringify({ suites: [{ title: 'Shop', cases: [{ id: 3, title: 'Pay', steps }] }] })
const xray = (steps: object[]) => JSON.stringify({ tests: [{ testKey: 'X-1', testInfo: { summary: 'Pay', steps } }] })

describe('steps that a file has in another order than their numbers say are executed in the order of the numbers', () => {
  test.each<[string, string]>([
    [
      'TestRail XML',
      `<sections><case><title>Pay</title><custom><steps_separated>
        <step><index>2</index><content>b</content></step><step><index>10</index><content>c</content></step>
        <step><index>1</index><content>a</content></step></steps_separated></custom></case></sections>`,
    ],
    [
      'TestLink',
      `<testsuite name="Shop"><testcase name="Pay" internalid="5"><steps>
        <step><step_number>2</step_number><actions>b</actions></step>
        <step><step_number>10</step_number><actions>c</actions></step>
        <step><step_number>1</step_number><actions>a</actions></step></steps></testcase></testsuite>`,
    ],
    [
      'Zephyr Scale',
      `<project><testCases><testCase key="Z-1"><name>Pay</name><testScript type="steps"><steps>
        <step index="1"><description>b</description></step><step index="10"><description>c</description></step>
        <step index="0"><description>a</description></step></steps></testScript></testCase></testCases></project>`,
    ],
    [
      'Qase JSON',
      qase([
        { position: 2, action: 'b' },
        { position: 10, action: 'c' },
        { position: 1, action: 'a' },
      ]),
    ],
    [
      'Xray',
      xray([
        { index: 2, action: 'b' },
        { index: '10', action: 'c' },
        { index: 1, action: 'a' },
      ]),
    ],
    [
      'Azure Test Plans',
      'ID,Work Item Type,Title,Test Step,Step Action,Step Expected\n1,Test Case,Pay,,,\n,,,2,b,\n,,,10,c,\n,,,1,a,',
    ],
    ['any CSV', 'Name,Step,Action\nPay,2,b\nPay,10.,c\nPay,1,a'],
  ])('%s', async (_, text) => expect((await stepsIn(text)).map(([action]) => action)).toEqual(['a', 'b', 'c']))

  test('in each step of Qase that has others in it', async () => {
    const inner = [
      { position: 2, action: 'c' },
      { position: 1, action: 'b' },
    ]
    const steps = [
      { position: 2, action: 'd' },
      { position: 1, action: 'a', steps: inner },
    ]
    expect((await stepsIn(qase(steps))).map(([action]) => action)).toEqual(['a', 'b', 'c', 'd'])
  })
})

test.each([
  [['2', '1', '']],
  [['2', '1', undefined]],
  [['2', '1', '2']],
  [['2', '1', '1.5']],
  [['2', '1', 'x']],
  [['2', '1', '99999999999999999999']],
])('where a number is missing, there twice or none, the order is that of the file: %j', (numbers) =>
  expect(inNumberedOrder(numbers, (one) => one)).toEqual(numbers),
)
