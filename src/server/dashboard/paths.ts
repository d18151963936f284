/** The paths that the dashboard's forms are sent to. They contain no ids, because the log and the metrics use them as labels. */
export const formPaths = {
  createKey: '/settings/keys',
  revokeKey: '/settings/keys/revoke',
  signIn: '/settings/sign-in',
  signOut: '/settings/sign-out',
} as const

/** Returns the label of a path below `/settings` for the log and the metrics: the path of a form, or `/settings`. DECISIONS 62 */
export const settingsLabel = (path: string): string =>
  Object.values<string>(formPaths).includes(path) ? path : '/settings'
