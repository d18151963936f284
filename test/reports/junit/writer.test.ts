import { expect, test } from 'vitest'
import { type JUnitReport, writeJunit } from '../../../src/reports/junit/writer.ts'
import { outcomeOf } from '../../../src/reports/outcome.ts'

const write = (outcomes: readonly Partial<JUnitReport>[]) =>
  [...writeJunit(outcomes.map((one) => outcomeOf({ name: 'x', result: 'passed', report: '', ...one })), { name: 'CI 7' })].join('')

test('tests stand in their suites, suites in suites, and each suite says what is in it', () => {
  expect(
    write([
      { name: 'adds', suite: ['shop', 'cart'], classname: 'Cart', file: 'cart.ts', seconds: 0.25 },
      { name: 'pays', suite: ['shop', 'cart'], result: 'failed', messages: [{ message: '1 ≠ 2', type: 'E', text: 'at a\n  at b' }] },
      { name: 'opens', suite: ['shop'], result: 'skipped' },
      { name: 'alone', flaky: true, seconds: 1, messages: [{ text: 'no network' }] },
    ]),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="CI 7" tests="4" failures="1" errors="0" skipped="1" time="1.250">
  <testsuite name="shop" tests="3" failures="1" errors="0" skipped="1" time="0.250">
    <testsuite name="cart" tests="2" failures="1" errors="0" skipped="0" time="0.250">
      <testcase name="adds" classname="Cart" file="cart.ts" time="0.25"/>
      <testcase name="pays">
        <failure message="1 ≠ 2" type="E">at a
  at b</failure>
      </testcase>
    </testsuite>
    <testcase name="opens">
      <skipped/>
    </testcase>
  </testsuite>
  <testsuite name="" tests="1" failures="0" errors="0" skipped="0" time="1.000">
    <testcase name="alone" time="1">
      <flakyFailure>no network</flakyFailure>
    </testcase>
  </testsuite>
</testsuites>
`)
})

test('a failure has an element of its own without a message, an error another', () => {
  expect(write([{ result: 'failed' }])).toContain('<failure/>')
  expect(write([{ result: 'failed', error: true }])).toContain('<error/>')
})

test('properties are written, and what a passed test said is its output', () => {
  const xml = write([{ properties: [{ name: 'tag', value: 'a "b" <c>' }], messages: [{ message: 'm', text: 't' }] }])
  expect(xml).toContain('<property name="tag" value="a &quot;b&quot; &lt;c&gt;"/>')
  expect(xml).toContain('<system-out>m\nt</system-out>')
})

test('characters that XML forbids are shown', () => {
  const xml = write([{ name: 'a\0b\u001b[31m\ud800\uffff', result: 'failed', messages: [{ text: '\u0007\r\n]]>' }] }])
  expect(xml).toContain('name="a␀b␛[31m\ufffd\ufffd"')
  expect(xml).toContain('<failure>␇&#13;\n]]&gt;</failure>')
})
