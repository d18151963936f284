import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Api } from '../../contract/index.ts'
import type { Project } from '../../contract/models.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { NotFoundError } from '../../errors.ts'
import { type Html, html } from '../../html/template.ts'
import { nameIn, signOf } from '../../runs/report/site.ts'
import type { SearchHit } from '../../service/index.ts'
import { redirect } from '../html/page.ts'
import { linkOf, sitePage } from './layout.ts'
import { pageSizes } from './sizes.ts'
import type { PageView } from './view.ts'

/** Renders the form that searches a project; a browser sends it without a script. */
export const searchForm = ({ identifier }: Project, text = ''): Html =>
  html`<form method="get" action="${linkOf(identifier)}" role="search" class="search">
    <label for="search">Search cases and tests</label>
    <input id="search" type="search" name="search" value="${text}" maxlength="${longest}" autocomplete="off" required />
    <button>Search</button>
  </form>`

/**
 * `/WEB?search=pay`: the cases and tests of a project with all these words in their names, the newest first, in pages. An
 * existing identifier redirects to its page. One request looks at a limited number of names, and says so if there are more.
 */
export const searchPage = async (view: PageView, project: Project) => {
  const { reader, query, search } = view
  const text = (query.get('search') ?? '').slice(0, longest).trim()
  const identifier = identifierIn(text, project)
  if (identifier !== undefined && (await isThere(view.api, identifier))) return redirect(linkOf(identifier))
  const only = nouns.find((noun) => noun === query.get('in'))
  const before = only && /^\d{1,9}$/.test(query.get('before') ?? '') ? Number(query.get('before')) : undefined
  const answers = await Promise.all(
    (only ? [only] : nouns).map(async (noun) => ({
      noun,
      ...(await search({
        projectId: project.id,
        noun,
        text,
        before,
        most: only ? pageSizes.foundOfOne : pageSizes.found,
      })),
    })),
  )
  const here = (noun: string, next: number) =>
    `${linkOf(project.identifier)}?${new URLSearchParams({ search: text, in: noun, before: String(next) }).toString()}`
  return sitePage(
    { title: `${text} in ${project.identifier}`, reader, project: project.identifier },
    html`<h1><span class="key">${project.identifier}</span> ${nameIn(project.name)}</h1>
      ${searchForm(project, text)}
      ${answers.map(
        ({ noun, found, next }) =>
          html`<h2 id="${noun}">${titles[noun]} <small>${shownOf(found.length, { before, next })}</small></h2>
            ${
              found.length > 0 &&
              html`<ul class="plain hits">
                ${found.map((hit) => hitIn(hit, project.identifier))}
              </ul>`
            }
            ${next !== undefined && html`<p><a href="${here(noun, next)}" rel="next">Older ${noun}</a></p>`}`,
      )}`,
  )
}

const longest = 200
const nouns = ['cases', 'tests'] as const
const titles = { cases: 'Cases', tests: 'Tests' }

/** Parses a text as an identifier, of this project if it names none; undefined if it is not one. */
const identifierIn = (text: string, project: Project): string | undefined => {
  const [, prefix = `${project.identifier}-`, own] = /^([a-z]\w*-)?([ctrm]\d{1,15})$/i.exec(text) ?? []
  return own === undefined ? undefined : `${prefix}${own}`.toUpperCase()
}

/** Whether an identifier exists: a name can look like one, too. DECISIONS 359 */
const isThere = async (api: Api, identifier: string): Promise<boolean> => {
  const { noun } = parseIdentifier(identifier) ?? {}
  if (noun === undefined) return false
  try {
    await api[noun].get({ identifier })
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
}

/** Says how many were found, and whether that is all. */
const shownOf = (count: number, { before, next }: { before: number | undefined; next: number | undefined }): string => {
  const which = before !== undefined ? 'older' : next !== undefined ? 'newest' : ''
  return count === 0 ? `none${which && ` among the ${which} ones`}` : `${which && `the ${which} `}${count}`
}

const hitIn = ({ displayId, name, result, run }: SearchHit, project: string): Html => {
  const identifier = `${project}-${result === undefined ? 'C' : 'T'}${displayId}`
  return html`<li class="${result ?? ''}">
    ${
      result !== undefined &&
      html`<span class="sign" role="img" aria-label="${phraseOf[result]}">${signOf[result]}</span>`
    }
    <a href="${linkOf(identifier)}">${identifier}</a> ${nameIn(name)}${
      run !== undefined && html` <small>in <a href="${linkOf(`${project}-R${run}`)}">${project}-R${run}</a></small>`
    }
  </li>`
}
