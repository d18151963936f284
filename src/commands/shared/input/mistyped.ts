import { type Noun, resources } from '../../../contract/vocabulary.ts'

/** What somebody meant who typed an address, a pattern or a number for an ID; undefined for anything else. DECISIONS 156 */
export const meantBy = (noun: Noun, typed: string): string | undefined => {
  const { letter } = resources[noun]
  if (!letter) return undefined
  if (typed.includes('://')) {
    const words = typed.split(/[/?#&=]/)
    const found = words.findLast((word) => new RegExp(`^(\\w+-)?${letter}[0-9]+$`, 'i').test(word))
    const project = words.slice(3).find((word) => /^[A-Z][A-Z0-9_]*$/.test(word) && word !== found)
    return found && `give its identifier: ${found.includes('-') || !project ? found : `${project}-${found}`}`
  }
  if (/[*?]/.test(typed))
    return `several are named ${letter}1 ${letter}2 or ${letter}1-${letter}10; all of them: testctl ${noun} list${noun === 'tests' ? ' WEB-R7' : ''}`
  const [, project = '', number] = /^([A-Z]\w*-)?([0-9]{1,9})$/i.exec(typed) ?? []
  return number && `did you mean ${project}${letter}${number}?`
}
