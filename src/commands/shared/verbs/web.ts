import type { Command } from 'commander'
import { ownFlags } from '../../../cli/flags.ts'
import { pageUrlOf } from '../../../config/page-url.ts'
import type { Context } from '../../../composition/context.ts'
import type { NumberedNoun } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import { requireIdentifier } from './list.ts'

/**
 * Gives a command the flag `--web`, which opens a page instead of printing. It would ignore every other flag of the command but
 * `--name`, even a gate, so another flag beside it is a UsageError. DECISIONS 323
 */
export const addWebFlag = (command: Command): Command =>
  command.option('--web', 'open its page in a browser; print its address if there is none').hook('preAction', () => {
    const { web, name: _, ...ignored } = ownFlags(command)
    const first = command.options.find((option) => Object.hasOwn(ignored, option.attributeName()))
    if (web && first)
      throw new UsageError(`--web only opens the page: ${first.long} excludes it`, { hint: 'leave out one of them' })
  })

/** Opens the page of a resource that was named by its identifier, or by an id, which is searched for. */
export const openPageOf = async (context: Context, noun: NumberedNoun, typed: string): Promise<void> =>
  openPage(context, await requireIdentifier(context, noun, typed))

/** Opens the page of an identifier. If no browser can be opened, prints its address. DECISIONS 200 */
export const openPage = async (context: Context, identifier: string): Promise<void> => {
  const url = await addressOf(context, identifier)
  const printer = await context.printer()
  const words = browserOf(context, url)
  if (words && printer.format === 'table') {
    const { runChild } = await context.child()
    const { exitCode } = await runChild(words, context.io)
    if (exitCode === 0) return printer.note(`Opened ${url}`)
    await printer.warn(`${words[0]} could not open it`)
  }
  await printer.answer({ identifier, url }, [url])
}

/** Returns the address of the page of an identifier: from the settings, or at the service itself. */
const addressOf = async (context: Context, identifier: string): Promise<string> => {
  const [webUrl, service] = await Promise.all([context.settings.find('web_url'), context.settings.find('url')])
  const pageUrl = pageUrlOf({ webUrl: webUrl?.value, service: service?.value })
  if (!pageUrl)
    throw new UsageError('a service in a file has no pages', {
      hint: 'serve it with testctl serve, or name the pages: testctl config set web_url https://…/{identifier}',
    })
  return pageUrl(identifier)
}

/** Returns the command that opens an address on this computer; undefined if there is no screen. */
const browserOf = ({ io: { env, platform } }: Context, url: string): string[] | undefined => {
  const [first = ''] = (env['BROWSER'] ?? '').split(platform === 'win32' ? ';' : ':')
  const words = first.split(/\s+/).filter(Boolean)
  if (words.length > 0)
    return words.some((word) => word.includes('%s')) ? words.map((word) => word.replaceAll('%s', url)) : [...words, url]
  if (platform === 'darwin') return ['open', url]
  // Does what `start` does, which is a command of the shell only.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : undefined
}
