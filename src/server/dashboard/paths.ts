/** Where the forms of the dashboard are sent to. There is no id in them: the log and the metrics name them. */
export const formPaths = {
  createKey: '/settings/keys',
  revokeKey: '/settings/keys/revoke',
  signIn: '/settings/sign-in',
  signOut: '/settings/sign-out',
} as const

/** The label of a path below `/settings`, for the log and the metrics: that of the form, or else `/settings`. DECISIONS 62 */
export const settingsLabel = (path: string): string =>
  Object.values<string>(formPaths).includes(path) ? path : '/settings'
