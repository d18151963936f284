import { foldAccents } from '../../system/text/fold-accents.ts'
import { sourceOf, type CaseContent } from '../case-content.ts'

/** Builds the name of the file of a case: `WEB-C12-login-works.md`. Small letters, digits and hyphens are the same on every disk. */
export const fileNameOf = (content: CaseContent, identifier: string | undefined): string =>
  `${[identifier ?? sourceOf(content)?.replace(/[^A-Za-z0-9]+/g, '-'), slugOf(content.name)].filter(Boolean).join('-') || 'case'}.md`

const slugOf = (name: string): string =>
  foldAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')

const longest = 60

/** Makes a name unique by a number, and takes it. Names that differ only in upper and lower case are the same on many disks. */
export const takeName = (name: string, taken: Set<string>): string => {
  const [stem, ending] = [name.replace(/\.md$/, ''), '.md']
  for (let count = 1; ; count++) {
    // The name of a Windows device, such as CON, cannot be that of a file.
    const tried = count === 1 && !/^(con|prn|aux|nul|(com|lpt)\d)$/i.test(stem) ? name : `${stem}-${count}${ending}`
    if (taken.has(tried.toLowerCase())) continue
    taken.add(tried.toLowerCase())
    return tried
  }
}
