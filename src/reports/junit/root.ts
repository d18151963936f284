import type { Element } from '../xml/index.ts'
import { isQt } from './qtest.ts'
import { failuresIn } from './suites.ts'

/**
 * Reads how many failures the root of a report counts. gotestsum counts each line that go wrote to stderr as an error, even a warning of
 * the compiler or the linker. Its errors count only for Go before 1.20, which shows in no other way that a package did not build.
 * Qt 5 counts messages as errors, and a tool that merges reports adds them up. DECISIONS 409, 468
 */
export const createRootCount = () => {
  let areLines = false
  return {
    see: (element: Element): void => void (areLines ||= isQt(element) || isNewGo(element)),
    failures: (attributes: Element['attributes']): number =>
      failuresIn(areLines ? { ...attributes, errors: '' } : attributes),
  }
}

const isNewGo = ({ name, attributes }: Element): boolean =>
  name === 'property' &&
  attributes['name'] === 'go.version' &&
  Number(/\bgo1\.(\d{1,4})/.exec(attributes['value'] ?? '')?.[1] ?? 0) >= 20
