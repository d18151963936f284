/** The description of a model and of its fields, in the interface's words (section 2). */
type Description = { title: string; description: string; fields?: Readonly<Record<string, string>> }

const common = {
  id: "The resource's own id.",
  name: 'Its name.',
  createdAt: 'When it was created.',
  createdBy: 'Who created it.',
  updatedAt: 'When it was last updated.',
  updatedBy: 'Who updated it last.',
}

const written = {
  preconditions: 'The state that the first step needs.',
  steps: 'The steps: an action and its expected result each.',
}

const displayId = (identifier: string): string => `The number in its identifier: the 12 of ${identifier}.`
const only = (relation: string): string => `Only with relation ${relation}.`
const onlyOnGet = (relation: string): string => `Only on get-by-identifier, with relation ${relation}.`

const ofCase = {
  title: 'Case',
  description: 'A test case of a project.',
  fields: {
    ...common,
    ...written,
    displayId: displayId('WEB-C12'),
    customFields: 'Fields of your own, with any values.',
    comments: only('comments'),
  },
}

const ofTest = {
  title: 'Test',
  description: 'One case placed in one test run, with its result.',
  fields: {
    ...common,
    ...written,
    displayId: displayId('WEB-T12'),
    assignedTo: 'The team member it is assigned to; empty if unassigned.',
    result: 'The state of the test.',
    caseId: 'The id of the case that the test was created from.',
    case: only('case'),
    comments: only('comments'),
  },
}

/** The descriptions of all models, by the name of the model. A JSON Schema and the OpenAPI document carry them. */
export const descriptions: Readonly<Record<string, Description>> = {
  Project: {
    title: 'Project',
    description: 'Holds cases, test runs, tests and milestones.',
    fields: {
      ...common,
      identifier: 'The project identifier: the WEB of WEB-T12.',
      icon: 'The name of its icon.',
      color: 'Its colour.',
      cases: only('cases'),
      milestones: only('milestones'),
      testRuns: only('test_runs'),
    },
  },
  Case: ofCase,
  CaseWithProject: { ...ofCase, fields: { ...ofCase.fields, project: onlyOnGet('project') } },
  Test: ofTest,
  TestWithRun: { ...ofTest, fields: { ...ofTest.fields, testRun: onlyOnGet('test_run') } },
  TestRun: {
    title: 'Test run',
    description: 'Cases that are tested together, a test for each.',
    fields: {
      ...common,
      displayId: displayId('WEB-R12'),
      milestoneId: 'The id of its milestone, if it has one.',
      results: 'The number of its tests with each result.',
      tests: only('tests'),
    },
  },
  Milestone: {
    title: 'Milestone',
    description: 'A goal of test runs, such as a release.',
    fields: { ...common, displayId: displayId('WEB-M12'), testRuns: only('test_runs') },
  },
  Comment: {
    title: 'Comment',
    description: 'A comment on a case or on a test.',
    fields: { ...common, content: 'The text of the comment.' },
  },
  Step: {
    title: 'Step',
    description: 'A step of a case or a test.',
    fields: { action: 'What the tester does.', expectation: 'What should happen then.' },
  },
  Results: {
    title: 'Results',
    description: 'Counts of tests by their result.',
    fields: {
      total: 'How many tests there are.',
      passed: 'How many passed.',
      failed: 'How many failed.',
      inProgress: 'How many are in progress.',
      untested: 'How many are untested.',
    },
  },
  Result: { title: 'Result', description: 'The state of a test.' },
  Timestamp: {
    title: 'Timestamp',
    description: 'A moment: ISO 8601, or a number of seconds or milliseconds since 1970.',
  },
  Pagination: {
    title: 'Pagination',
    description: 'The position of a page in its list.',
    fields: {
      limit: 'How many rows the page may hold.',
      offset: 'How many rows come before it.',
      total: 'How many rows there are in all.',
    },
  },
}
