import { UsageError } from '../errors.ts'
import type { Head } from './head.ts'
import { junitRoots, readJunit } from './junit.ts'
import type { Outcome } from './outcome.ts'
import type { Source } from './source.ts'

/** A kind of report: what it is called, how its beginning looks, and how it is read. */
export type Format = {
  name: string
  recognises: (head: Head) => boolean
  read: (source: Source) => AsyncIterable<readonly Outcome[]>
}

/** The kinds of reports that testctl reads. */
export const formats: readonly Format[] = [
  { name: 'JUnit XML', recognises: ({ root }) => root !== undefined && junitRoots.includes(root), read: readJunit },
]

/** What kind of report it is, by its content; a UsageError that names what is understood where it is none of them. */
export const recognise = (name: string, head: Head): Format => {
  if (!head.begins) throw new UsageError(`${name} is empty`, { hint: 'did the test run get to its end?' })
  const format = formats.find(({ recognises }) => recognises(head))
  if (!format)
    throw new UsageError(`${name} is not a test report that testctl reads: it begins with ${describe(head)}`, {
      hint: `testctl reads ${formats.map((one) => one.name).join(', ')}; most test runners write it (--reporter=junit, or alike)`,
    })
  return format
}

const describe = ({ root, begins }: Head): string =>
  root ? `<${root}>` : JSON.stringify(begins.slice(0, 20)) + (begins.length > 20 ? '…' : '')
