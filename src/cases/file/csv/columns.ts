/** The columns of a CSV of cases; after them a column a custom field. DECISIONS 206 */
export const columns = ['identifier', 'name', 'preconditions', 'step', 'action', 'expectation'] as const

/** What stands before the name of a custom field in its header. */
export const fieldPrefix = 'fields.'
