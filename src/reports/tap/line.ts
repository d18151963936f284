/** A line that has a meaning in TAP; `depth` is the number of subtests around it. */
export type TapLine =
  | { kind: 'test'; depth: number; point: TestPoint }
  | { kind: 'plan'; depth: number; tests: number }
  | { kind: 'subtest'; depth: number; name: string }
  | { kind: 'opens'; depth: number }
  | { kind: 'closes'; depth: number }
  | { kind: 'version' }
  | { kind: 'bail'; reason: string }

/** A parsed test line such as `ok 1 - adds an item # SKIP no shop`. `opens`: it ends in a brace, which may open its subtests. */
export type TestPoint = {
  ok: boolean
  number: number | undefined
  name: string
  directive: { word: 'skip' | 'todo'; reason: string } | null
  seconds: number | undefined
  opens: boolean
  /** A dash stands before its name. */
  dashed: boolean
}

/** Parses a line of TAP 13 or 14; undefined for comments that have no meaning in TAP, and for lines that are not TAP. */
export const parseTapLine = (text: string): TapLine | undefined => {
  const start = text.search(/\S/)
  if (start < 0 || !beginnings.has(text[start] ?? '')) return undefined
  const line = text.slice(start).trimEnd()
  if (line.startsWith('Bail out!')) return { kind: 'bail', reason: line.slice(9).trim() }
  // A subtest is indented by four spaces; any other indented line is output of the test.
  if (start % 4 !== 0 || text.lastIndexOf('\t', start) >= 0) return undefined
  const depth = start / 4
  if (line === '{') return { kind: 'opens', depth }
  if (line === '}') return { kind: 'closes', depth }
  const test = /^(not )?ok(?=\s|$)(?:\s+(\d{1,15})(?=\s|$))?(\s+-(?=\s|$))?(.*)$/s.exec(line)
  if (test) {
    const number = test[2] ? Number(test[2]) : undefined
    const point = { ok: !test[1], number, dashed: test[3] !== undefined, ...parseDescription(test[4] ?? '') }
    return { kind: 'test', depth, point }
  }
  const [, word, number, title = ''] = ofTestem.exec(line) ?? []
  if (word !== undefined) {
    const directive = { word: word as 'skip' | 'todo', reason: '' }
    const point = { ...parseDescription(title), ok: word === 'skip', number: Number(number), dashed: false, directive }
    return { kind: 'test', depth, point }
  }
  const plan = /^1\.\.(\d{1,15})(?=\s|$)/.exec(line)
  if (plan) return { kind: 'plan', depth, tests: Number(plan[1]) }
  const subtest = /^# Subtest(?::\s*(.*))?$/s.exec(line)
  if (subtest) return { kind: 'subtest', depth, name: unescape(subtest[1] ?? '') }
  return depth === 0 && /^TAP version \d+$/.test(line) ? { kind: 'version' } : undefined
}

const beginnings = new Set('on1#TB{}st')

// Testem has words of its own for a test that did not run, and for one that is still to be done: skip 3 Chrome 156.0 - [0 ms] - cart: pays.
// DECISIONS 529
const ofTestem = /^(skip|todo) (\d{1,15}) (.{1,200}? - \[(?:\d[\d.]{0,20}|undefined) ms\].*)$/s

// In a description `\#` does not begin a directive, and neither does a # with any other word. `# EXPECTED FAILURE` of Node.js is removed:
// Node.js has already taken it into account.
const parseDescription = (written: string): Omit<TestPoint, 'ok' | 'number' | 'dashed'> => {
  const opens = /(?:^|\s)\{$/.test(written)
  const whole = opens ? written.slice(0, -1) : written
  const time = / # time=([\d.]+)ms\s*$/.exec(whole)
  const text = (time ? whole.slice(0, time.index) : whole).replace(/ # EXPECTED FAILURE(?: .*)?$/s, '')
  const directive = /(?:^|\s)#\s*(?:(skip(?:ped|ping)?)|todo)\b:?(.*)$/is.exec(text)
  return {
    name: unescape((directive ? text.slice(0, directive.index) : text).trim()),
    directive: directive && {
      word: directive[1] ? 'skip' : 'todo',
      reason: unescape(directive[2] ?? '')
        .replace(/^\s*-/, '')
        .trim(),
    },
    seconds: time ? Number(time[1]) / 1000 : undefined,
    opens,
  }
}

const unescape = (text: string): string => (text.includes('\\') ? text.replace(/\\([#\\])/g, '$1') : text)
