import { describe, expect, test } from 'vitest'
import { caseNameOf } from '../../../src/submission/match/names.ts'
import { readText } from '../reading.ts'

const commonTest = (tests: string) => `<testsuites><testsuite hostname="ci" name="shop_SUITE" errors="0" failures="0" skipped="1" tests="2" log="a.html">${tests}</testsuite></testsuites>`

describe('what an Erlang runner calls skipped, and ended with 1 for', () => {
  const eunit = (name: string, skip: string) => `<testsuite tests="1" failures="0" errors="0" skipped="1" time="0.2" name="module 'shop'"><testcase time="0.000" name="${name}">${skip}<system-out>\n</system-out></testcase></testsuite>`
  const why = (reason: string) => commonTest(`<testcase name="pays" time="0.1" log="a.html"><skipped type="skip" message="Test pays in shop_SUITE skipped!">${reason}</skipped></testcase>`)

  test.for<[string, string, string]>([
    ['EUnit: it took too long', eunit('shop:0 -slow_test_/0-fun-0-', '<skipped type="timeout"/>'), 'timeout'],
    ['EUnit: its process ended', eunit('shop:12 pay_test (with a card)', '<skipped type="exit">\nkilled</skipped>'), 'killed'],
    ['Common Test: what goes before it failed', why('{tc_auto_skip,\n    {failed,{shop_SUITE,init_per_testcase,{error,"no till"}}}}'), 'no till'],
    ['Common Test: what it needs is not there', why('{tc_auto_skip,{require_failed,{not_available,till}}}'), 'require_failed'],
  ])('%s', async ([, xml, said]) => {
    const [{ messages, ...outcome } = { messages: [] }] = await readText(xml)
    expect(outcome).toMatchObject({ result: 'failed', error: true })
    expect(JSON.stringify(messages)).toContain(said)
  })

  test.for<[string, string]>([
    ['what a test of Common Test skipped by itself', why('{tc_user_skip,"no card today"}')],
    ['a test of another runner that has a type and no message', '<testsuite name="s"><testcase name="test_skip" classname="Shop"><skipped type="test_skip"/></testcase></testsuite>'],
    ...(['GET:200 returns ok', 'src/cart.c:12 adds', 'step:3 the user logs in', '12:30 meeting'] as const).map(
      (name): [string, string] => [`${name}, a title of another runner,`, `<testsuite name="s"><testcase name="${name}" time="0"><skipped type="pending"/></testcase></testsuite>`],
    ),
    ['a test that ran, or whose time nobody took,', '<testsuite name="s"><testcase name="localhost:8080 responds"><skipped type="skip"/></testcase></testsuite>'],
    ['a title like a name of EUnit, with a reason', '<testsuite name="s"><testcase name="at:12 noon"><skipped type="skip" message="lunch"/></testcase></testsuite>'],
  ])('%s stays skipped', async ([, xml]) => {
    expect(await readText(xml)).toMatchObject([{ result: 'skipped', error: false }])
  })
})

test('a test that Common Test runs in several groups is a test in each of them', async () => {
  const groups = ['', 'group="http" ', 'group="https.deep" '].map((group) => `<testcase ${group}name="login" time="0.1" log="a.html"></testcase>`)
  expect((await readText(commonTest(groups.join('')))).map(caseNameOf)).toEqual([
    'shop_SUITE › login',
    'shop_SUITE › http › login',
    'shop_SUITE › https.deep › login',
  ])
})
