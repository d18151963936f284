/** Returns the label of a field for people: its words; for an id, the resource that it identifies. */
export const labelOf = (name: string): string =>
  Object.hasOwn(labels, name)
    ? labels[name as keyof typeof labels]
    : name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

const labels = { caseId: 'case', milestoneId: 'milestone', testRun: 'run', testRuns: 'runs' } as const
