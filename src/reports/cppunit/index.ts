import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import type { Taker } from '../report-format.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/** The XML of CppUnit; its root element has the same name as that of TRX. The fixture is the class of a test. */
export const cppunit = xmlFormat({
  key: 'cppunit',
  roots: ['TestRun'],
  looks: ({ begins }) => /<(?:FailedTests|SuccessfulTests)\b/.test(begins),
  createVisitor: (taker) => visit(taker),
})

const texts = new Set(['Name', 'FailureType', 'Message', 'File'])

const visit = ({ report, found }: Taker): Visitor => {
  let told: Record<string, string> = {}
  const end = ({ name, line }: Element): void => {
    const { Name: whole = '', FailureType: type = '', Message: text = '', File: file } = told
    const at = whole.lastIndexOf('::')
    found(
      toOutcome({
        name: at < 0 ? whole : whole.slice(at + 2),
        classname: at > 0 ? whole.slice(0, at) : undefined,
        file: file || undefined,
        result: name === 'FailedTest' ? 'failed' : 'passed',
        error: type === 'Error',
        messages: buildMessage({ type, text }),
        report,
        line,
      }),
    )
  }
  return {
    texts,
    open: ({ name }) => {
      if (name === 'Test' || name === 'FailedTest') told = {}
    },
    close: (element) => {
      const { name, text } = element
      if (texts.has(name)) told[name] = text.trim()
      else if (name === 'Test' || name === 'FailedTest') end(element)
    },
  }
}
