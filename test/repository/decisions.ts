/** A decision: its number, its title, and the paths of the files that follow it, from the top of the repository. */
export type Decision = { number: string; title: string; places: readonly string[] }

/** Parses the decisions in the text of DECISIONS.md. A decision ends where the next one or the next heading begins. */
export const readDecisions = (text: string): Decision[] =>
  text
    .split(/^(?=\*\*[A-Z]?\d+\.|## )/m)
    .filter((part) => part.startsWith('**'))
    .map((part) => {
      const [, number = '', title = ''] = /^\*\*(\w+)\. ([^]*?)\*\*/.exec(part)!
      const [, edit = ''] = part.split('_To change it, edit_')
      return {
        number,
        title: title.replaceAll(/\s+/g, ' ').replace(/\.$/, ''),
        places: [...edit.matchAll(/`([^`]+)`/g)].map(([, place = '']) => placeOf(place)),
      }
    })

const placeOf = (place: string): string => (/^(src|bin|\.github)\//.test(place) ? place : `src/${place}`)

/** Returns a page that lists the decisions about each part of the source. */
export const decisionsByArea = (decisions: readonly Decision[]): string => {
  const areas = new Map<string, Decision[]>()
  for (const decision of decisions)
    for (const area of new Set(decision.places.map(areaOf))) areas.set(area, [...(areas.get(area) ?? []), decision])
  const sections = [...areas]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, all]) => `## ${area}\n\n${all.map(({ number, title }) => `- ${number} ${title}\n`).join('')}`)
  return `${heading}\n${sections.join('\n')}`
}

const heading = `# Decisions by area

What was decided about the part of the source that you change. Look a number up in [DECISIONS.md](../DECISIONS.md), which
has the reasons. \`npm run docs\` writes this page.
`

/** Returns the folder below src; for commands, the folder below that. */
const areaOf = (place: string): string => /^(?:src\/)?((?:commands\/)?[\w.-]+)/.exec(place)![1]!
