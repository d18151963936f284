import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { formats } from '../../src/reports/known-formats.ts'
import type { Outcome } from '../../src/reports/outcome.ts'
import { examples } from '../helpers/soak.ts'

// A report of each XML format with a bit of everything, which the tests cut and damage.
const reports: Record<string, string> = {
  junit: `<?xml version="1.0"?><testsuites><testsuite name="s"><properties><property name="a" value="b"/></properties><error/>
    <testcase name="ünï 🎉" classname="c" time="1,5"><properties><property name="p"> v </property></properties>
    <failure message="&lt;m&#x1F389;" type="t"><![CDATA[te]]>x<!-- no -->t</failure><system-out>o</system-out></testcase></testsuite></testsuites>`,
  trx: `<TestRun><Results><UnitTestResult testId="1" testName="a.b" outcome="Failed" duration="00:00:01"><Output><ErrorInfo><Message>m</Message><StackTrace>s</StackTrace></ErrorInfo></Output>
    <InnerResults><UnitTestResult testName="row" outcome="Passed"/></InnerResults></UnitTestResult></Results>
    <TestDefinitions><UnitTest id="1"><TestCategory><TestCategoryItem TestCategory="t"/></TestCategory><TestMethod className="a, b"/></UnitTest></TestDefinitions><ResultSummary outcome="Aborted"/></TestRun>`,
  xunit: `<assemblies><assembly name="a"><errors><error type="fatal"><failure><message>m</message></failure></error></errors><collection>
    <test name="C.a" type="C" result="Fail" time="1"><traits><trait name="Category" value="t"/></traits><failure exception-type="E"><message>m</message><stack-trace>s</stack-trace></failure></test>
    <test name="C.b" result="Skip"><reason>r</reason></test></collection></assembly></assemblies>`,
  nunit: `<test-run><test-suite type="TestFixture" name="F" result="Failed" site="TearDown"><failure><message>down</message></failure>
    <test-case name="a" result="Failed" label="Error"><properties><property name="Category" value="t"/></properties><failure><message>m</message><stack-trace>s</stack-trace></failure></test-case></test-suite></test-run>`,
  robot: `<robot generator="Robot 7"><suite name="S" source="s.robot"><test name="a"><kw name="k"><status status="FAIL"/></kw><tag>t</tag><status status="PASS" elapsed="1">m</status></test>
    <kw type="TEARDOWN"><status status="FAIL"/></kw><status status="FAIL">Suite teardown failed:\nm</status></suite></robot>`,
}

const read = async (key: string, content: Buffer, sizes: readonly number[] = [content.length]) => {
  const outcomes: Outcome[] = []
  const dropped: unknown[] = []
  const format = formats.find((one) => one.key === key)!
  for await (const piece of format.read({ name: 'report', chunks: pieces(content, sizes) }, (one) => dropped.push(one)))
    outcomes.push(...piece)
  return { outcomes, dropped }
}

const pieces = async function* (content: Buffer, sizes: readonly number[]) {
  for (let start = 0, turn = 0; start < content.length; turn++) {
    const size = sizes[turn % sizes.length] || 1
    yield content.subarray(start, start + size)
    start += size
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 })

describe.each(Object.entries(reports))('%s', (key, text) => {
  const content = Buffer.from(text)

  test('is the same in whatever pieces it comes', async () => {
    const whole = await read(key, content)
    expect(whole.outcomes.length).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(sizes, async (cut) => {
        expect(await read(key, content, cut)).toEqual(whole)
      }),
    )
  })

  test('cut short is refused, wherever that is', async () => {
    for (let length = 1; length < content.length; length++)
      await expect(read(key, content.subarray(0, length)), `${length}`).rejects.toBeInstanceOf(UsageError)
  })

  test('broken in a few places is read or refused, and nothing else', async () => {
    const damage = fc.array(
      fc.record({ at: fc.nat(content.length - 1), byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('<>&"/=! \0'))) }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(damage, sizes, async (places, cut) => {
        const broken = Buffer.from(content)
        for (const { at, byte } of places) broken[at] = byte
        const seen = await read(key, broken, cut).catch((error: unknown) => error)
        if (seen instanceof Error) expect(seen).toBeInstanceOf(UsageError)
      }),
      examples(75),
    )
  })

  test('with texts and numbers that are far too large stays small', async () => {
    const large = Buffer.from(text.replaceAll('>m<', `>${'m'.repeat(200_000)}<`).replace('"1"', '"9e999"'))
    const { outcomes } = await read(key, large, [10_000])
    for (const { messages, seconds } of outcomes) {
      expect(JSON.stringify(messages).length).toBeLessThan(140_000)
      expect(seconds === undefined || Number.isFinite(seconds)).toBe(true)
    }
  })
})
