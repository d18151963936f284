import * as z from 'zod/mini'
import * as vocabulary from './vocabulary.ts'

// What a response holds. Every object is loose: the interface is an alpha, and what a service adds must reach the user.
// The relations form a line (comment, case, test, test run, milestone, project), so that no model is recursive; the two
// references back exist only on get-by-identifier and extend the model there.

/** A timestamp; its serialised form is not shown, so both common ones are taken. DECISIONS 9 */
export const Timestamp = z.union([z.string(), z.number()])

const common = {
  id: z.string(),
  createdAt: Timestamp,
  createdBy: z.string(),
  updatedAt: Timestamp,
  updatedBy: z.string(),
}

export const Result = z.enum(vocabulary.results)
export type Result = z.infer<typeof Result>

export const Step = z.looseObject({ action: z.string(), expectation: z.string() })
export type Step = z.infer<typeof Step>

export const Comment = z.looseObject({ ...common, content: z.string() })
export type Comment = z.infer<typeof Comment>

const written = {
  displayId: z.number(),
  name: z.string(),
  preconditions: z.string(),
  steps: z.array(Step),
}

export const Case = z.looseObject({
  ...common,
  ...written,
  customFields: z.record(z.string(), z.unknown()),
  comments: z.optional(z.array(Comment)),
})
export type Case = z.infer<typeof Case>

export const Test = z.looseObject({
  ...common,
  ...written,
  assignedTo: z.string(),
  result: Result,
  caseId: z.string(),
  case: z.optional(Case),
  comments: z.optional(z.array(Comment)),
})
export type Test = z.infer<typeof Test>

export const Results = z.looseObject({
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  inProgress: z.number(),
  untested: z.number(),
})
export type Results = z.infer<typeof Results>

export const TestRun = z.looseObject({
  ...common,
  displayId: z.number(),
  name: z.string(),
  milestoneId: z.optional(z.nullable(z.string())),
  results: z.optional(Results),
  tests: z.optional(z.array(Test)),
})
export type TestRun = z.infer<typeof TestRun>

export const Milestone = z.looseObject({
  ...common,
  displayId: z.number(),
  name: z.string(),
  testRuns: z.optional(z.array(TestRun)),
})
export type Milestone = z.infer<typeof Milestone>

export const Project = z.looseObject({
  ...common,
  name: z.string(),
  identifier: z.string(),
  icon: z.string(),
  color: z.string(),
  cases: z.optional(z.array(Case)),
  milestones: z.optional(z.array(Milestone)),
  testRuns: z.optional(z.array(TestRun)),
})
export type Project = z.infer<typeof Project>

export const CaseWithProject = z.extend(Case, { project: z.optional(Project) })
export const TestWithRun = z.extend(Test, { testRun: z.optional(TestRun) })

export const Pagination = z.looseObject({ limit: z.number(), offset: z.number(), total: z.number() })
export type Pagination = z.infer<typeof Pagination>

/** What a delete answers (interface, convention 6). */
export const Deletion = { ok: z.literal(true), requestId: z.string(), duration: z.number() }
