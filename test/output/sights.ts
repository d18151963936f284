import { Writable } from 'node:stream'
import type { Io, OutputStream } from '../../src/system/io.ts'
import { createPrinter } from '../../src/output/index.ts'
import type { OutputFormat, Printer } from '../../src/output/printer.ts'
import type { Resource } from '../../src/output/cells/row.ts'
import { parseTemplate } from '../../src/output/formats/template.ts'

/** The time at which everything in these tests is seen. */
export const now = new Date('2026-03-15T12:00:00.000Z')

/** Creates a stream that records what is written to it. */
export const createSink = ({
  columns,
  take,
}: { columns?: number | undefined; take?: (text: string) => Promise<void> } = {}) => {
  let text = ''
  const stream: OutputStream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (chunk, _, done) => {
      text += String(chunk)
      if (take) void take(String(chunk)).then(() => done(), done)
      else done()
    },
  })
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns })
  return { stream, text: () => text }
}

type Setting = {
  format?: OutputFormat
  /** The width of the terminal. If undefined, the output is a pipe. */
  terminal?: number
  columns?: string
  usual?: string
  csvRaw?: boolean
  openFilter?: Parameters<typeof createPrinter>[0]['openFilter']
  template?: string
  env?: Record<string, string>
  color?: string
  stop?: AbortSignal
  stdout?: OutputStream
  /** Returns the address of the page of an identifier. */
  pageUrl?: (identifier: string) => string
}

export const createIo = ({ terminal, env = {}, stop, stdout }: Setting = {}) => {
  const [out, err] = [createSink({ columns: terminal }), createSink({ columns: terminal })]
  const io: Io = {
    argv: [],
    stdin: process.stdin,
    stdout: stdout ?? out.stream,
    stderr: err.stream,
    env: { LANG: 'C.UTF-8', NO_COLOR: '1', ...env },
    cwd: '/',
    platform: 'linux',
    root: '/',
    node: process.execPath,
    user: () => 'ana',
    now: () => now,
    pid: 1,
    uid: process.getuid?.(),
    isRunning: () => false,
    stop: stop ?? new AbortController().signal,
  }
  return { io, out: out.text, err: err.text }
}

/** Prints with a printer of the given kind, and returns what stdout and stderr received. */
export const see = async (
  setting: Setting,
  print: (printer: Printer) => Promise<void>,
): Promise<{ out: string; err: string; error: unknown; loaded: string[] }> => {
  const { io, out, err } = createIo(setting)
  const loaded: string[] = []
  const printer = createPrinter({
    io,
    format: setting.format ?? (setting.terminal === undefined ? 'tsv' : 'table'),
    columns: { typed: setting.columns, usual: setting.usual },
    csvRaw: setting.csvRaw,
    openFilter: setting.openFilter,
    template: setting.template === undefined ? undefined : parseTemplate(setting.template),
    color: setting.color,
    loadScreen: () => {
      loaded.push('screen')
      return import('../../src/output/screen.ts')
    },
    loadRuler: async () => {
      loaded.push('ruler')
      return (await import('../../src/output/text/unicode-width.ts')).ruler
    },
    loadPalette: async () => {
      loaded.push('palette')
      return (await import('../../src/output/style/palette.ts')).createPalette()
    },
    loadPages: async () => () => setting.pageUrl,
  })
  let error: unknown
  await print(printer).catch((thrown) => (error = thrown))
  return { out: out(), err: err(), error, loaded }
}

const dates = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-15T09:00:00.000Z' }
const common = { createdBy: 'ana', updatedBy: 'ben', ...dates }

export const aTest = (displayId: number, fields: Resource = {}): Resource => ({
  identifier: `WEB-T${displayId}`,
  id: `id-${displayId}`,
  ...common,
  displayId,
  name: `Test ${displayId}`,
  preconditions: '',
  steps: [],
  assignedTo: '',
  result: 'untested',
  caseId: `case-${displayId}`,
  ...fields,
})

export const aRun = (displayId: number, fields: Resource = {}): Resource => ({
  identifier: `WEB-R${displayId}`,
  id: `run-${displayId}`,
  ...common,
  displayId,
  name: `Run ${displayId}`,
  results: { total: 5, passed: 3, failed: 1, inProgress: 0, untested: 1 },
  ...fields,
})

export const aComment = (content: string, fields: Resource = {}): Resource => ({
  id: 'comment-1',
  ...common,
  content,
  ...fields,
})

export const aCase = (displayId: number, fields: Resource = {}): Resource => ({
  identifier: `WEB-C${displayId}`,
  id: `case-${displayId}`,
  ...common,
  displayId,
  name: `Case ${displayId}`,
  preconditions: 'A user exists',
  steps: [
    { action: 'Open the page', expectation: 'The form is shown' },
    { action: 'Submit it', expectation: '' },
  ],
  customFields: { area: 'login', priority: 1 },
  ...fields,
})

/** Shows a list of these rows, for `see`. */
export const list = (noun: 'tests' | 'runs' | 'cases' | 'comments', rows: Iterable<ReturnType<typeof aTest>>) => {
  return (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.list(noun, rows)
}
