import { browserName, dottedVersion, withoutVersion } from '../browser-name.ts'
import type { Attributes } from '../xml/index.ts'

/**
 * Returns the name of a suite of Karma or TestCafe without the versions of the browser and of its system, so that a test stays the
 * same when the browser is updated. DECISIONS 499
 */
export const withoutBrowserVersion = ({ name = '', package: group }: Attributes): string => {
  if (isOfTestCafe(name)) return name.replace(versionOfTestCafe, '')
  return group === undefined ? name : name.replace(suiteOfKarma, '$1 ($2)')
}

/** Removes these versions from the class of a test, as Karma, WebdriverIO and Testem write them. DECISIONS 499, 529 */
export const withoutVersionInClass = (classname: string, suite: string | undefined): string =>
  suite === 'Testem Tests'
    ? withoutVersion(classname)
    : /\d_\d/.test(classname)
      ? classname.replace(classOfKarma, '$1_($2).').replace(classOfWebdriver, '$1.')
      : classname

/**
 * Splits off what TestCafe appends to the title of a test, as it is not part of the name: `(unstable)`, if an attempt failed before one
 * passed, and the path of its screenshots, which contains the time. DECISIONS 500
 */
export const titleOfTestCafe = (title: string): { name: string; isFlaky: boolean } => {
  const end = title.endsWith(')') ? title.lastIndexOf(screenshots) : -1
  const hasPath = end >= 0 && wholePath.test(title.slice(end + screenshots.length))
  const told = hasPath ? title.slice(0, end) : title
  const isFlaky = told.endsWith(unstable)
  return { name: isFlaky ? told.slice(0, -unstable.length) : told, isFlaky }
}

const unstable = ' (unstable)'
const screenshots = ' (screenshots: '

// TestCafe writes the whole path; a person may write: export (screenshots: off)
const wholePath = /^(?:[A-Za-z]:)?[\\/]/

/** Whether TestCafe wrote the suite, judging by its name. */
export const isOfTestCafe = (suite: string | undefined): boolean => suite?.startsWith('TestCafe Tests: ') ?? false

const underlined = dottedVersion.replace(String.raw`\.`, '_')

// Chrome Headless 156.0.8078.108 (Linux 0.0.0)
const suiteOfKarma = new RegExp(String.raw`^(${browserName}) ${dottedVersion} \(([^()]*?)(?: ${dottedVersion})?\)$`)

// Chrome_Headless_156_0_8078_108_(Linux_0_0_0).shop cart, and (Linux_x86_64), which is not a version
const classOfKarma = new RegExp(String.raw`^(${browserName})_${underlined}_\(([^()]*?)(?:(?<!x86)_${underlined})?\)\.`)

// Chrome 156.0.8078.108 / Linux 0.0, Firefox 140.0 / macOS 10.15.7
const versionOfTestCafe = new RegExp(String.raw` ${dottedVersion}(?=,| \/| \(|$)`, 'g')

// chrome.156_0_8078_108.linux.shop, and CucumberJUnitReport-chrome.156_0_8078_108.linux.shop
const classOfWebdriver =
  /^((?:CucumberJUnitReport-)?(?:chrome|chromium|firefox|msedge|microsoftedge|safari|opera|webkit)[\w-]*)\.\d{1,9}(?:_\d{1,9}){1,4}\.(?=\w)/i
