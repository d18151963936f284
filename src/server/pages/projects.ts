import { html } from '../../html/template.ts'
import { nameIn, patterns, runListIn, trendIn } from '../../runs/report/site.ts'
import { linkOf, missingPage, sitePage } from './layout.ts'
import { pagingOf, pagesIn } from './paging.ts'
import { projectNamed, readNewestRuns } from './read.ts'
import { searchForm, searchPage } from './search.ts'
import { pageSizes } from './sizes.ts'
import type { Answer } from './view.ts'

/** `/`: the projects, each with its newest runs. */
export const projectsPage: Answer = async ({ api, reader, page }) => {
  const { total } = (await api.projects.list({ limit: 1 })).pagination
  const paging = pagingOf(page, { total, size: pageSizes.projects })
  if (!paging) return missingPage(reader, `There is no page ${page} of the projects.`)
  const { projects } = await api.projects.list({ offset: paging.offset, limit: paging.limit })
  const sections = await Promise.all(
    projects.map(async (project) => {
      const { identifier, name } = project
      const found = await readNewestRuns(api, project, { size: pageSizes.runsOfProject })
      return html`<section>
        <h2><a href="${linkOf(identifier)}">${identifier}</a> ${nameIn(name)}</h2>
        ${found && found.runs.length > 0 ? runListIn(found.runs, { of: linkOf }) : html`<p class="hint">No runs.</p>`}
      </section>`
    }),
  )
  return sitePage(
    { title: 'Projects', reader },
    html`${patterns}
      <h1>Projects</h1>
      ${total === 0 && html`<p>No projects yet. To create one: <code>testctl projects create --name Web --identifier WEB</code></p>`}
      ${sections} ${pagesIn('./', paging)}`,
  )
}

/** `/WEB`: the runs of a project, the newest first, and its milestones. */
export const projectPage = async (view: Parameters<Answer>[0], identifier: string) => {
  const { api, reader, query, page } = view
  const project = await projectNamed(api, identifier)
  if (!project) return missingPage(reader, `There is no project ${identifier}.`)
  if (query.get('search')?.trim()) return searchPage(view, project)
  const found = await readNewestRuns(api, project, { page, size: pageSizes.runs })
  if (!found) return missingPage(reader, `There is no page ${page} of the runs of ${project.identifier}.`)
  const { milestones, pagination } = await api.milestones.list({ projectId: project.id, limit: pageSizes.milestones })
  return sitePage(
    { title: `${project.identifier} ${project.name}`, reader },
    html`${patterns}
      <h1><span class="key">${project.identifier}</span> ${nameIn(project.name)}</h1>
      ${searchForm(project)}
      ${
        milestones.length > 0 &&
        html`<h2>Milestones</h2>
          <ul class="plain">
            ${milestones.map(({ displayId, name }) => {
              const own = `${project.identifier}-M${displayId}`
              return html`<li><a href="${linkOf(own)}">${own}</a> ${nameIn(name)}</li>`
            })}
          </ul>
          ${
            pagination.total > milestones.length &&
            html`<p class="hint">The first ${milestones.length} of ${pagination.total}.</p>`
          }`
      }
      ${
        found.runs.length > 0
          ? html`<h2>Runs</h2>
              ${runListIn(found.runs, { of: linkOf })}`
          : html`<p>No runs.</p>`
      }
      ${pagesIn(linkOf(project.identifier), found.paging)}
      ${found.paging.page === 1 && trendIn(found.runs.toReversed())}`,
  )
}
