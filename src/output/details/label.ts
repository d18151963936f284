/** What a field is called for people: words, and what is meant where the interface has an id. */
export const labelOf = (name: string): string =>
  Object.hasOwn(labels, name)
    ? labels[name as keyof typeof labels]
    : name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

const labels = { caseId: 'case', milestoneId: 'milestone', testRun: 'run', testRuns: 'runs' } as const
