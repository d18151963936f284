import { expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

test('a test of busted has the same class wherever it stands in its file; other classes keep their numbers', async () => {
  const classIn = async (suite: string, classname: string) =>
    (await readWhole(`<testsuites><testsuite name="${suite}" tests="1"><testcase classname="${classname}" name="shop adds"/></testsuite></testsuites>`)).outcomes[0]?.classname
  expect(await classIn('Run 1 of 1', './spec/cart_spec.lua:12')).toBe('./spec/cart_spec.lua')
  expect(await classIn('Run 1 of 1', 'shop.Cart')).toBe('shop.Cart')
  expect(await classIn('shop', 'cart_spec.lua:12')).toBe('cart_spec.lua:12')
})

test('a test of Ant’s junitlauncher whose assumption does not hold is skipped, with what it said', async () => {
  const report = '<testsuite name="shop.CartTest" tests="1" failures="0" skipped="0" aborted="1"><testcase classname="shop.CartTest" name="pays()" time="0.026"><aborted message="Assumption failed: no card" type="org.opentest4j.TestAbortedException"><![CDATA[at shop.CartTest]]></aborted></testcase></testsuite>'
  expect((await readWhole(report)).outcomes).toMatchObject([{ result: 'skipped', messages: [{ message: 'Assumption failed: no card' }] }])
})

test('what node-tap skips, and what is still to be done, is skipped: a property of the test says so', async () => {
  const one = (name: string, content: string, id = ' id="3"') => `<testcase${id} name="${name}" classname="a.test.cjs > shop">${content}</testcase>`
  const property = (name: string) => `<properties><property name="${name}" value="true" /></properties>`
  const report = `<testsuites id="20261128_195421339" name="TAP Tests" tests="4" failures="1" assertions="4" skipped="2"><testsuite name="a.test.cjs" tests="4" failures="1">${one('adds', '')}${one('pays', property('skip'))}${one('prints', property('todo'))}${one('refunds', `<failure>no</failure>${property('todo')}`)}${one('others', property('skip'), '')}</testsuite></testsuites>`
  expect((await readWhole(report)).outcomes.map(({ name, result }) => [name, result])).toEqual([
    ['adds', 'passed'],
    ['pays', 'skipped'],
    ['prints', 'skipped'],
    ['refunds', 'failed'],
    ['others', 'passed'],
  ])
})

test('a test that failed is no skipped one for a property or an assumption before the failure, nor one whose property says no', async () => {
  const one = (name: string, content: string) => `<testcase id="3" name="${name}" classname="shop">${content}</testcase>`
  const property = (value: string) => `<properties><property name="skip" value="${value}"/></properties>`
  const report = `<testsuite name="shop">${one('pays', `${property('on Windows')}<failure>no</failure>`)}${one('adds', property('false'))}${one('prints', '<aborted>no card</aborted><failure>no</failure>')}${one('sends', `${property('true')}<skipped/>`)}</testsuite>`
  expect((await readWhole(report)).outcomes.map(({ name, result }) => [name, result])).toEqual([
    ['pays', 'failed'],
    ['adds', 'passed'],
    ['prints', 'failed'],
    ['sends', 'skipped'],
  ])
})
