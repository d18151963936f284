import { answeringAside, type Io } from '../system/io.ts'
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

/** The printers of a command: those whose answers go to stdout, and one whose answers go to stderr. */
export type Printers = {
  speaking: () => Promise<Printer>
  /** The same, which settings that cannot be read do not stop. */
  sure: () => Promise<Printer>
  aside: () => Promise<Printer>
}

/** Makes the printers that the flags and the settings ask for, when they are first asked for. */
export const createPrinters = (
  { io, flags, settings, expression }: Deps,
  { loadPages, announced }: { loadPages: () => Promise<() => PageUrl | undefined>; announced: () => Announced },
): Printers => {
  const speak = async (io: Io, { find }: Pick<Settings, 'find'> = settings): Promise<Printer> => {
    const { columns, csvRaw, bom, template } = flags()
    const { prints } = announced()
    const jq = await expression()
    const format = chooseFormat(flags(), io)
    // What a script reads has the columns that it knows, whatever the folder that it runs in says. DECISIONS 259
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
    aside: () => speak(answeringAside(io)),
  }
}

/** The colours, which only a terminal loads. */
export const loadPalette = async (): Promise<Palette> => (await import('../output/style/palette.ts')).createPalette()
