import { answersToStderr, type Io } from '../system/io.ts'
import type { PageUrl } from '../config/page-url.ts'
import type { Settings } from '../config/index.ts'
import { TestctlError } from '../errors.ts'
import { once } from '../system/async/once.ts'
import { chooseFormat, createPrinter } from '../output/index.ts'
import { chooseColor, type Palette } from '../output/style/color.ts'
import type { Announced } from '../output/printed-kind.ts'
import type { Printer } from '../output/printer.ts'
import { parseTemplate } from '../output/formats/template.ts'
import { type Deps, readPlain } from './deps.ts'

/** The printers of a command: `speaking` and `sure` print answers to stdout, `aside` prints them to stderr. */
export type Printers = {
  speaking: () => Promise<Printer>
  /** The same, but prints without settings if they cannot be read. */
  sure: () => Promise<Printer>
  aside: () => Promise<Printer>
}

/** Creates the printers as the flags and the settings say, on the first call. */
export const createPrinters = (
  { io, flags, settings, expression }: Deps,
  { loadPages, announced }: { loadPages: () => Promise<() => PageUrl | undefined>; announced: () => Announced },
): Printers => {
  const speak = async (io: Io, { find }: Pick<Settings, 'find'> = settings): Promise<Printer> => {
    const { columns, csvRaw, bom, template } = flags()
    const { prints } = announced()
    const jq = await expression()
    const format = chooseFormat(flags(), io)
    // The setting is for tables only: a script expects the same columns in every folder. DECISIONS 259
    const usual = columns ?? (format === 'table' ? (await find('columns'))?.value : undefined)
    return createPrinter({
      io,
      format,
      color: await chooseColor(flags().color, { env: io.env, usual: async () => (await find('color'))?.value }),
      isPlain: await readPlain({ find }),
      columns: { typed: columns, usual, isPlan: flags().dryRun },
      csvRaw,
      bom,
      template: template === undefined ? undefined : parseTemplate(template),
      declared: typeof prints === 'object' ? prints : undefined,
      openFilter: jq?.open,
      loadScreen: () => import('../output/screen.ts'),
      loadRuler: async () => (await import('../output/text/unicode-width.ts')).ruler,
      loadPalette,
      loadPages,
    })
  }
  const speaking = once(() => speak(io))
  return {
    speaking,
    sure: () =>
      speaking().catch((error: unknown) => {
        if (!(error instanceof TestctlError)) throw error
        return speak(io, { find: async () => undefined })
      }),
    aside: () => speak(answersToStderr(io)),
  }
}

/** Loads the colours, which only a terminal needs. */
export const loadPalette = async (): Promise<Palette> => (await import('../output/style/palette.ts')).createPalette()
