/** Matches the name of a browser, as runners write it. Other words before a version are of people: API 2.0 (beta). */
export const browserName =
  '(?:(?:Mobile|Headless)[ _]?)?(?:Chrome|Chromium|Firefox|Safari|Edge|Opera|IE|Electron|PhantomJS|jsdom|Samsung[ _]Internet|WebKit)(?:[ _](?:Headless|Mobile|WebView|iOS))?'

/** Matches what a browser and a system may have for a version; a longer one is none, and takes no time to look at. */
export const dottedVersion = String.raw`\d{1,9}(?:\.\d{1,9}){0,4}`

/** A browser without its version, as Testem names what ran a test: `Chrome 156.0` is `Chrome`. DECISIONS 529 */
export const withoutVersion = (launcher: string): string => launcher.replace(launched, '$1')

const launched = new RegExp(String.raw`^(${browserName}) ${dottedVersion}$`)
