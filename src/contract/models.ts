import * as z from 'zod/mini'
import { looseObject } from './loose-object.ts'
import * as vocabulary from './vocabulary.ts'

// The models of responses. Every object is loose: the interface is an alpha, and fields that a service adds must reach the user.
// The relations form a line (comment, case, test, test run, milestone, project), so that no model is recursive; the two
// references back exist only on get-by-identifier and extend the model there. Case and TestRun have getters for what they contain:
// it is only built if it is used.

/** Defers a schema to its first use, as a command needs few, and builds it once: schema/json-schema.ts knows a model by its identity. */
const model = <Schema>(make: () => Schema): (() => Schema) => {
  let made: Schema | undefined
  return () => (made ??= make())
}

const text = model(() => z.string())
const number = model(() => z.number())

/** A timestamp. The interface does not show its serialised form, so both common ones are accepted. DECISIONS 9 */
export const Timestamp = model(() => z.union([text(), number()]))

const common = () => ({
  id: text(),
  createdAt: Timestamp(),
  createdBy: text(),
  updatedAt: Timestamp(),
  updatedBy: text(),
})

export const Result = model(() => z.enum(vocabulary.results))
export type Result = z.infer<ReturnType<typeof Result>>

export const Step = model(() => looseObject({ action: text(), expectation: text() }))
export type Step = z.infer<ReturnType<typeof Step>>

export const Comment = model(() => looseObject({ ...common(), content: text() }))
export type Comment = z.infer<ReturnType<typeof Comment>>

const written = () => ({
  displayId: number(),
  name: text(),
  preconditions: text(),
})
const steps = () => z.array(Step())

export const Case = model(() =>
  looseObject({
    ...common(),
    ...written(),
    get steps() {
      return steps()
    },
    get customFields() {
      return z.record(text(), z.unknown())
    },
    get comments() {
      return z.optional(z.array(Comment()))
    },
  }),
)
export type Case = z.infer<ReturnType<typeof Case>>

export const Test = model(() =>
  looseObject({
    ...common(),
    ...written(),
    steps: steps(),
    assignedTo: text(),
    result: Result(),
    caseId: text(),
    case: z.optional(Case()),
    comments: z.optional(z.array(Comment())),
  }),
)
export type Test = z.infer<ReturnType<typeof Test>>

export const Results = model(() =>
  looseObject({
    total: number(),
    passed: number(),
    failed: number(),
    inProgress: number(),
    untested: number(),
  }),
)
export type Results = z.infer<ReturnType<typeof Results>>

export const TestRun = model(() =>
  looseObject({
    ...common(),
    displayId: number(),
    name: text(),
    get milestoneId() {
      return z.optional(z.nullable(text()))
    },
    get results() {
      return z.optional(Results())
    },
    get tests() {
      return z.optional(z.array(Test()))
    },
  }),
)
export type TestRun = z.infer<ReturnType<typeof TestRun>>

export const Milestone = model(() =>
  looseObject({
    ...common(),
    displayId: number(),
    name: text(),
    testRuns: z.optional(z.array(TestRun())),
  }),
)
export type Milestone = z.infer<ReturnType<typeof Milestone>>

export const Project = model(() =>
  looseObject({
    ...common(),
    name: text(),
    identifier: text(),
    icon: text(),
    color: text(),
    cases: z.optional(z.array(Case())),
    milestones: z.optional(z.array(Milestone())),
    testRuns: z.optional(z.array(TestRun())),
  }),
)
export type Project = z.infer<ReturnType<typeof Project>>

export const CaseWithProject = model(() => z.extend(Case(), { project: z.optional(Project()) }))
export const TestWithRun = model(() => z.extend(Test(), { testRun: z.optional(TestRun()) }))

export const Pagination = model(() => looseObject({ limit: number(), offset: number(), total: number() }))
export type Pagination = z.infer<ReturnType<typeof Pagination>>

/** The response to a delete (interface, convention 6). */
export const Deletion = () => ({ ok: z.literal(true), requestId: text(), duration: number() })
