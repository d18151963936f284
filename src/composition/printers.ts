import type { Io } from '../system/io.ts'
import type { PageUrl } from '../config/page-url.ts'
import { once } from '../system/async/once.ts'
import { chooseFormat, createPrinter } from '../output/index.ts'
import type { Palette } from '../output/style/color.ts'
import type { Printer } from '../output/printer.ts'
import { parseTemplate } from '../output/formats/template.ts'
import { type Deps, readPlain } from './deps.ts'

/** The printers of a command: the one whose answers go to stdout, and one whose answers go to stderr. */
export type Printers = { speaking: () => Promise<Printer>; aside: () => Promise<Printer> }

/** Makes the printers that the flags and the settings ask for, when they are first asked for. */
export const createPrinters = (
  { io, flags, settings, expression }: Deps,
  loadPages?: () => Promise<() => PageUrl | undefined>,
): Printers => {
  const speak = async (io: Io): Promise<Printer> => {
    const { columns, csvRaw, bom, template } = flags()
    const jq = await expression()
    return createPrinter({
      io,
      format: chooseFormat(flags(), io),
      color: (await settings.find('color'))?.value,
      isPlain: await readPlain(settings),
      columns: { typed: columns, usual: columns ?? (await settings.find('columns'))?.value },
      csvRaw,
      bom,
      template: template === undefined ? undefined : parseTemplate(template),
      openFilter: jq?.open,
      loadScreen: () => import('../output/screen.ts'),
      loadRuler: async () => (await import('../output/text/unicode-width.ts')).ruler,
      loadPalette,
      loadPages,
    })
  }
  return {
    speaking: once(() => speak(io)),
    aside: () => speak(Object.create(io, { stdout: { get: () => io.stderr } }) as Io),
  }
}

/** The colours, which only a terminal loads. */
export const loadPalette = async (): Promise<Palette> => (await import('../output/style/palette.ts')).createPalette()
