import type { Api } from '../contract/index.ts'
import type { Printer } from '../output/printer.ts'
import type { OutgoingRequest } from '../wire/outgoing.ts'

/** The record of the requests that `--dry-run` does not send; they are printed at the end. */
export type DryRun = {
  /** Wraps an Api so that changes are only recorded. */
  wrap: (api: Api) => Promise<Api>
  note: (request: OutgoingRequest) => void
  /** Called if the command prints its own plan instead of the requests. */
  tellItself: () => void
  /** Wraps a printer for the command's own plan, and masks the key in its answers. */
  masked: (printer: Printer, key: string | undefined) => Printer
  /** Wraps a printer for a dry run, which has no outcome to print. */
  hush: (printer: Printer) => Printer
  /** Prints the recorded requests, without the key; also those before a failure. */
  tell: (
    printer: () => Promise<Printer>,
    end: { failed: boolean; key: () => Promise<string | undefined> },
  ) => Promise<void>
}

type Noted = { method: string; path: string; body: unknown }

/** Creates an empty record of a dry run's requests. */
export const createDryRun = (): DryRun => {
  const noted: Noted[] = []
  let toldItself = false
  return {
    wrap: async (api) => (await import('../wire/dry-run.ts')).dryRun(api, (request) => noted.push(request)),
    note: ({ method, path, query, body }) =>
      noted.push({ method, path: query ? `${path}?${query}` : path, body: body && (JSON.parse(body) as unknown) }),
    tellItself: () => {
      toldItself = true
    },
    masked: (printer, key = '') => ({
      ...printer,
      answer: async (value, lines) => {
        const { maskJson } = await import('../wire/middleware/mask-key.ts')
        const clean = <T>(given: T): T => JSON.parse(maskJson(key, JSON.stringify(given))) as T
        await printer.answer(clean(value), clean(lines))
      },
    }),
    hush: (printer) => ({ ...printer, list: silent, item: silent, changed: silent, table: silent, answer: silent }),
    tell: async (printer, { failed, key }) => {
      if (toldItself || (failed && noted.length === 0)) return
      const { maskJson } = await import('../wire/middleware/mask-key.ts')
      const requests = JSON.parse(maskJson((await key()) ?? '', JSON.stringify(noted.splice(0)))) as Noted[]
      const lines = requests.map(({ method, path, body }) =>
        [method, path, body && JSON.stringify(body)].filter(Boolean).join(' '),
      )
      const shown = await printer()
      await shown.answer(requests, lines.length === 0 && shown.format === 'table' ? [nothing] : lines)
    },
  }
}

// On a terminal, silence looks like a command that did not run. DECISIONS 547
const nothing = 'nothing would be changed'

const silent = async (): Promise<void> => undefined
