import { isFileAddress, parseServiceAddress } from '../../config/address.ts'
import { parseKey } from '../../config/key.ts'
import { checkProfileName, profileName, profileOf, withoutField } from '../../config/profiles/index.ts'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { readTextFile } from '../shared/input/text.ts'
import { ask, askHidden, canAsk } from '../shared/input/prompt.ts'
import { checkKey } from './check-key.ts'
import { changeProfile } from './profiles.ts'

export type LoginFlags = { url?: string; withKey?: boolean }

/** Stores a service and its key in a profile, once the service has accepted the key. */
export const logIn = async (context: Context, flags: LoginFlags): Promise<void> => {
  const { io } = context
  const stored = (await context.storage()).read()
  const name = checkProfileName(profileName({ flags: context.flags(), env: io.env }, stored).value)
  const url = await chooseAddress(context, flags.url, profileOf(stored, name)?.url)
  const apiKey = isFileAddress(url) ? undefined : await readKey(context, url, flags)
  if (apiKey !== undefined)
    await checkKey(
      context,
      { url, key: apiKey },
      {
        refused: `${url} refused the key; it was not stored`,
        hint: 'the settings of the service show the keys that it accepts',
      },
    )
  await changeProfile(context, name, (before) => ({
    ...withoutField(before, 'apiKey'),
    url,
    ...(apiKey && { apiKey }),
  }))
  const printer = await context.printer()
  await printer.answer({ profile: name, url, key: apiKey ? 'stored' : null }, [
    apiKey ? `Logged in to ${url} (profile ${name})` : `Stored ${url}, which needs no key (profile ${name})`,
  ])
  if (io.env['TESTCTL_API_KEY']) await printer.note('TESTCTL_API_KEY is set and goes before the stored key.')
}

const chooseAddress = async (context: Context, typed: string | undefined, stored: string | undefined) => {
  const { cwd, env } = context.io
  if (typed !== undefined) return parseServiceAddress(typed, { cwd, origin: '--url' })
  if (stored !== undefined && context.flags().profile) return stored
  if (env['TESTCTL_URL']) return parseServiceAddress(env['TESTCTL_URL'], { cwd, origin: 'TESTCTL_URL' })
  if (stored !== undefined) return stored
  if (!canAsk(context))
    throw new UsageError('no service is named', { hint: 'testctl auth login --url https://… --with-key < key.txt' })
  return parseServiceAddress(await ask(context.io, 'Address of the service: '), { cwd, origin: 'the answer' })
}

const readKey = async (context: Context, url: string, { withKey }: LoginFlags): Promise<string> => {
  const { io } = context
  const hint = 'testctl auth login --with-key < key.txt'
  if (withKey && io.stdin.isTTY) throw new UsageError('--with-key reads the key from a file or a pipe', { hint })
  if (withKey) return parseKey(await readTextFile(io, '-'), 'stdin')
  if (!canAsk(context)) throw new UsageError('nobody can be asked for the key here', { hint })
  return parseKey(await askHidden(io, `Key for ${url} (hidden): `), 'the prompt')
}
