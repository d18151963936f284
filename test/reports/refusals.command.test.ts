import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const folder = mkdtempSync(join(tmpdir(), 'testctl-reports-'))
const whole = '<testsuite name="s"><testcase name="works"/></testsuite>'

describe('a file that is no report ends with exit 2, its name and a next step', () => {
  const rows: [string, string | Buffer, RegExp][] = [
    ['empty', '', /is empty/],
    ['only white space', ' \n\n', /is empty/],
    ['JSON', '{"a": 1}', /it begins with "\{\\"a\\": 1\}"/],
    ['another XML', '<?xml version="1.0"?><!-- hm -->\n<feed/>', /it begins with <feed>/],
    ['comments without end', '<!-- a -->'.repeat(1000), /not a test report/],
    ['an HTML page', '<!DOCTYPE html><html><body>504</body></html>', /it begins with <html>/],
    ['no test in it', '<testsuites><testsuite name="s"/></testsuites>', /has no test in it/],
    ['cut off', whole.slice(0, -20), /line 1, column \d+: the file ends inside <testcase>|ends inside <testsuite>/],
    ['closed wrongly', '<testsuite>\n<testcase name="a"></testsuite>', /line 2, column \d+: unexpected close tag/],
    ['a raw < in a name', '<testsuite>\n\n<testcase name="a < b"/></testsuite>', /line 3, column \d+/],
    ['two roots', whole + whole, /only one root/],
    ['text after the root', `${whole} oh`, /outside of root/],
    ['an unknown entity', '<testsuite><testcase name="&nbsp;"/></testsuite>', /undefined entity/],
    ['an unknown encoding', `<?xml version="1.0" encoding="klingon"?>${whole}`, /"klingon", which is not known/],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /it begins with/],
    ['an entity bomb', `<?xml version="1.0"?>\n<!DOCTYPE testsuite [<!ENTITY a "b">\n]>${whole}`, /a DOCTYPE in line 2/],
    ['an external entity', `<!DOCTYPE testsuite SYSTEM "file:///etc/passwd">${whole}`, /a DOCTYPE in line 1/],
    ['100,000 suites deep', '<testsuite name="s">'.repeat(100_000), /line 1, column \d+: .* more than 1000 deep/],
    ['a name without end', `<testsuite><${'a'.repeat(500_000)}`, /a name has no end/],
    ['attributes without end', `<testsuite ${Array.from({ length: 20_000 }, (_, at) => `a${at}="1"`).join(' ')}`, /over 1000 attributes/],
  ]
  test.for([
    ['written one behind the other', `${whole}\n${whole}`],
    ['with a declaration each', `<?xml version="1.0"?>${whole}\n<?xml version="1.0"?>${whole}`],
  ])('several documents %s are told so', async ([, content]) => {
    await expect(readFiles(['-'], content)).rejects.toMatchObject({ exitCode: 2, hint: expect.stringMatching(/more than one XML document: give each a file/) })
  })

  test.for(rows)('%s', async ([title, content, message]) => {
    const file = join(folder, `${title}.xml`)
    writeFileSync(file, content)
    const error = await readFiles([file]).catch((refusal) => refusal)
    expect(error).toMatchObject({ exitCode: 2, hint: expect.any(String) })
    expect(error.message).toContain(file)
    expect(error.message).toMatch(message)
    // A piped report has no file name.
    const piped = await readFiles(['-'], content).catch((refusal) => refusal)
    expect(piped.message).toMatch(/^stdin /)
    expect(piped.message).toMatch(message)
  })

  test('missing', async () => {
    await expect(readFiles([join(folder, 'none.xml')])).rejects.toMatchObject({ exitCode: 2, message: /no file .*none\.xml/ })
  })
  test('a folder', async () => {
    await expect(readFiles([folder])).rejects.toMatchObject({ exitCode: 2, message: /is a folder/ })
  })
  test('stdin named twice', async () => {
    await expect(readFiles(['-', '-'], whole)).rejects.toMatchObject({ exitCode: 2 })
  })
})

test('a broken report after a whole one hands over nothing', async () => {
  const [good, bad] = [join(folder, 'good.xml'), join(folder, 'bad.xml')]
  writeFileSync(good, whole)
  writeFileSync(bad, whole.slice(0, 30))
  await expect(readFiles([good, bad])).rejects.toMatchObject({ exitCode: 2 })
})

test('several files and stdin are read in their order', async () => {
  const file = join(folder, 'file.xml')
  writeFileSync(file, whole)
  const { reports, outcomes } = await readFiles([file, '-'], whole.replace('works', 'from stdin'))
  expect(reports.map(({ file: name, format, cases }) => [name, format, cases])).toEqual([
    [file, 'JUnit XML', 1],
    ['-', 'JUnit XML', 1],
  ])
  expect(outcomes.map(({ name, report }) => [name, report])).toEqual([
    ['works', file],
    ['from stdin', '-'],
  ])
})
