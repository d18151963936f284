/**
 * The property for the title that a runner shows for a test, if it differs from its name: JUnit 5's display name, or the title
 * above an assertion of tape. It is searched for identifiers like a name.
 */
export const displayName = 'display-name'
