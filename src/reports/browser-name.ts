/** A regex for the name of a browser, as runners write it. Other words before a version belong to a title: API 2.0 (beta). */
export const browserName =
  '(?:(?:Mobile|Headless)[ _]?)?(?:Chrome|Chromium|Firefox|Safari|Edge|Opera|IE|Electron|PhantomJS|jsdom|Samsung[ _]Internet|WebKit)(?:[ _](?:Headless|Mobile|WebView|iOS))?'

/** A regex for the version of a browser or a system. A longer number is not a version; the bounds keep matching fast. */
export const dottedVersion = String.raw`\d{1,9}(?:\.\d{1,9}){0,4}`

/** Removes the version from the name that Testem gives to a browser: `Chrome 156.0` becomes `Chrome`. DECISIONS 529 */
export const withoutVersion = (launcher: string): string => launcher.replace(launched, '$1')

const launched = new RegExp(String.raw`^(${browserName}) ${dottedVersion}$`)
