/**
 * The property that holds what a runner shows for a test, where that is not its name: JUnit 5's display name, the title above
 * an assertion of tape. It is searched for identifiers as a name is.
 */
export const displayName = 'display-name'
