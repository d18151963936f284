import { type GoOutput, noOutput } from './output.ts'
import type { Property } from '../outcome.ts'

/** A running package with its running tests. `began`: it had a start event, or a test of it ran. */
export type GoPackage = {
  name: string
  line: number
  began: boolean
  failed: number
  output: GoOutput
  tests: Map<string, GoTest>
}

/** A test that is running. `failedInside`: a subtest of it failed. */
export type GoTest = {
  name: string
  line: number
  failedInside: boolean
  hasSubtests: boolean
  output: GoOutput
  properties: Property[]
}

/** Begins a package at this line of the report. */
export const beginPackage = (name: string, line: number): GoPackage => ({
  name,
  line,
  began: false,
  failed: 0,
  output: noOutput(),
  tests: new Map(),
})

/** Returns a running test of a package; begins it if it is not running yet. */
export const testIn = (within: GoPackage, name: string, line: number): GoTest => {
  const running = within.tests.get(name)
  if (running) return running
  const test: GoTest = { name, line, failedInside: false, hasSubtests: false, output: noOutput(), properties: [] }
  const parent = parentOf(within, name)
  if (parent) parent.hasSubtests = true
  within.tests.set(name, test)
  return test
}

/** Returns the test in which a test runs. A name may have slashes of its own, so the nearest running test is the parent. */
export const parentOf = ({ tests }: GoPackage, name: string): GoTest | undefined => {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const parent = tests.get(name.slice(0, at))
    if (parent) return parent
  }
  return undefined
}
