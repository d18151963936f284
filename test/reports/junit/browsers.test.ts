import { describe, expect, test } from 'vitest'
import { caseNameOf } from '../../../src/submission/match/names.ts'
import { readText } from '../reading.ts'

const karma = (suite: string, classname: string) => `<testsuite name="${suite}" package="" timestamp="2026-11-28T13:27:26" id="0" hostname="ci" tests="1" errors="0" failures="0"><testcase name="shop adds" time="0.002" classname="${classname}"/></testsuite>`
const testCafe = (suite: string, title = 'adds') => `<testsuite name="TestCafe Tests: ${suite}" tests="1" failures="0" skipped="0" errors="0"><testcase classname="shop" file="/project/shop.js" name="${title}" time="0.4"></testcase></testsuite>`
const webdriver = (classname: string) => `<testsuites><testsuite name="shop" tests="1" failures="0" errors="0" skipped="0"><testcase classname="${classname}" name="adds" time="0.01"/></testsuite></testsuites>`

const namesIn = async (xml: string) => (await readText(xml)).map(caseNameOf)

describe('a test has the same name after its browser was updated', () => {
  test.for<[string, string, string]>([
    ['Karma', karma('Chrome Headless 156.0.8078.108 (Linux 0.0.0)', 'shop'), 'Chrome Headless (Linux) › shop › shop adds'],
    ['Karma, whose classes have the browser, too', karma('Chrome Headless 156.0.8078.108 (Linux 0.0.0)', 'Chrome_Headless_156_0_8078_108_(Linux_0_0_0).shop'), 'Chrome Headless (Linux) › Chrome_Headless_(Linux).shop › shop adds'],
    ['Karma, whose system has no version', karma('Chrome Headless 156.0.8078.108 (Linux x86_64)', 'Chrome_Headless_156_0_8078_108_(Linux_x86_64).shop'), 'Chrome Headless (Linux x86_64) › Chrome_Headless_(Linux_x86_64).shop › shop adds'],
    ['Karma on a phone', karma('Mobile Safari 17.4 (iOS 17.4)', 'shop'), 'Mobile Safari (iOS) › shop › shop adds'],
    ['TestCafe', testCafe('Chrome 156.0.8078.108 / Linux 0.0'), 'TestCafe Tests: Chrome / Linux › shop › adds'],
    ['TestCafe in two browsers', testCafe('Chrome 156.0.0.0 / Windows 10, Firefox 140.0 / macOS 10.15.7'), 'TestCafe Tests: Chrome / Windows, Firefox / macOS › shop › adds'],
    ['WebdriverIO', webdriver('chrome-headless-shell.156_0_8078_108.linux.shop.cart'), 'shop › chrome-headless-shell.linux.shop.cart › adds'],
    ['Testem', '<testsuite name="Testem Tests" tests="1" skipped="0" todo="0" failures="0" time="3.8"><testcase classname="Chrome 156.0" name="shop: adds" time="0.001"/></testsuite>', 'Testem Tests › Chrome › shop: adds'],
    ['WebdriverIO with Cucumber', webdriver('CucumberJUnitReport-firefox.140_0.windows.Shop'), 'shop › CucumberJUnitReport-firefox.windows.Shop › adds'],
  ])('%s', async ([, xml, name]) => {
    expect(await namesIn(xml)).toEqual([name])
  })

  test.for<[string, string, string]>([
    ['a suite that somebody named after a release', karma('API 2.0 (beta)', 'shop'), 'API 2.0 (beta) › shop › shop adds'],
    ['a suite of another runner that names a browser', webdriver('shop').replace('name="shop"', 'name="Chrome 156.0 (Windows 10)"'), 'Chrome 156.0 (Windows 10) › shop › adds'],
    ['a class of another runner that is a browser', webdriver('Chrome 156.0'), 'shop › Chrome 156.0 › adds'],
    ['a class with a version of its own', webdriver('api.1_2.linux.Shop'), 'shop › api.1_2.linux.Shop › adds'],
  ])('%s keeps its name', async ([, xml, name]) => {
    expect(await namesIn(xml)).toEqual([name])
  })
})

describe('a test of TestCafe has the same name', () => {
  const suite = 'Chrome 156.0.8078.108 / Linux 0.0'

  test.for<[string, string, { name: string; flaky: boolean }]>([
    ['where a screenshot was taken', 'adds (screenshots: /project/screenshots/2026-11-28_13-20-41/test-6/1.png)', { name: 'adds', flaky: false }],
    ['where an attempt failed before one passed: it is flaky', 'adds (unstable)', { name: 'adds', flaky: true }],
    ['where both is so', 'pays (by card) (unstable) (screenshots: /project/shots/run-1/1.png)', { name: 'pays (by card)', flaky: true }],
  ])('%s', async ([, title, expected]) => {
    expect(await readText(testCafe(suite, title))).toMatchObject([{ ...expected, result: 'passed' }])
  })

  test.for([['export (screenshots: off)'], ['export (screenshots: on) as PDF (beta)']])('but a title that says what it shoots stays: %s', async ([title]) => {
    expect(await readText(testCafe(suite, title))).toMatchObject([{ name: title }])
    expect(await readText(testCafe(suite, `${title} (screenshots: C:\\shots (1)\\2026-11-28\\1.png)`))).toMatchObject([{ name: title }])
  })

  test('of another runner, such a title stays as it is', async () => {
    expect(await readText(webdriver('shop').replace('name="adds"', 'name="adds (unstable)"'))).toMatchObject([{ name: 'adds (unstable)', flaky: false }])
  })
})
