import { foldAccents } from '../../system/text/fold-accents.ts'
import { sourceOf, type CaseContent } from '../case-content.ts'

/** The file of a case: `WEB-C12-login-works.md`. Small letters, digits and hyphens mean the same file on every disk. */
export const fileNameOf = (content: CaseContent, identifier: string | undefined): string =>
  `${[identifier ?? sourceOf(content)?.replace(/[^A-Za-z0-9]+/g, '-'), slugOf(content.name)].filter(Boolean).join('-') || 'case'}.md`

const slugOf = (name: string): string =>
  foldAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')

const longest = 60

/** Makes a name one that is not taken, and takes it; names that differ in case only are the same on many disks. */
export const takeName = (name: string, taken: Set<string>): string => {
  const [stem, ending] = [name.replace(/\.md$/, ''), '.md']
  for (let count = 1; ; count++) {
    // A device of Windows, such as CON, is no name of a file.
    const tried = count === 1 && !/^(con|prn|aux|nul|(com|lpt)\d)$/i.test(stem) ? name : `${stem}-${count}${ending}`
    if (taken.has(tried.toLowerCase())) continue
    taken.add(tried.toLowerCase())
    return tried
  }
}
