import { openDashboard } from './fixture.ts'

export const hour = 3_600_000

/** Opens a dashboard and signs ana in. */
export const openSignedIn = async () => {
  const opened = await openDashboard()
  const browser = opened.browse()
  await browser.signIn(opened.secrets.ana)
  return { ...opened, browser }
}

/** Whether a page asks to sign in. */
export const isSignIn = (page: { body: string }) => page.body.includes('<h1>Sign in</h1>')
