/** The columns of a step. A file has all of them or none. */
export const stepColumns = ['step', 'action', 'expectation'] as const

/** The columns of a CSV of cases, before one column for each custom field. DECISIONS 206 */
export const columns = ['identifier', 'name', 'preconditions', ...stepColumns] as const

/** The prefix of the column of a custom field, before the name of the field. */
export const fieldPrefix = 'fields.'
