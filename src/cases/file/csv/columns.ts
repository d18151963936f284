/** The columns of a step. They stand together or not at all. */
export const stepColumns = ['step', 'action', 'expectation'] as const

/** The columns of a CSV of cases; after them a column a custom field. DECISIONS 206 */
export const columns = ['identifier', 'name', 'preconditions', ...stepColumns] as const

/** What stands before the name of a custom field in its header. */
export const fieldPrefix = 'fields.'
