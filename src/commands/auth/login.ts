import { completeAddress, isFileAddress, parseServiceAddress } from '../../config/address.ts'
import { parseKey } from '../../config/key.ts'
import { checkProfileName, profileName, profileOf, withoutField } from '../../config/profiles/index.ts'
import { fromEnvironment } from '../../config/sources.ts'
import type { Context } from '../../composition/context.ts'
import { InterfaceError, RejectedError, UnauthorizedError, UnavailableError, UsageError } from '../../errors.ts'
import { readTextFile } from '../shared/input/text.ts'
import { ask, askHidden, askUntil, canAsk } from '../shared/input/prompt.ts'
import { checkKey } from './check-key.ts'
import { noteOverrides } from './overrides.ts'
import { changeProfile } from './profiles.ts'
import { hideTyping } from '../../system/signals/unseen-typing.ts'
import { fromFile, quoteWordFor } from '../../system/shell-line.ts'

export type LoginFlags = { url?: string; withKey?: boolean }

/**
 * Stores a service and its key in a profile, once the service has accepted the key. If testctl asks for both, it tries the
 * address before it asks for the key. It asks for each up to three times. DECISIONS 188
 */
export const logIn = async (context: Context, flags: LoginFlags): Promise<void> => {
  const { io } = context
  const stored = (await context.storage()).read()
  const name = checkProfileName(profileName({ flags: context.flags(), env: io.env }, stored).value)
  const given = chooseAddress(context, flags.url, profileOf(stored, name)?.url)
  const url = given ?? (await askAddress(context))
  const apiKey = isFileAddress(url) ? undefined : await findKey(context, { ...flags, url, wasTried: !given })
  await changeProfile(context, name, (before) => ({
    ...withoutField(before, 'apiKey'),
    url,
    ...(apiKey && { apiKey }),
  }))
  const printer = await context.ownPrinter()
  await printer.answer({ profile: name, url, key: apiKey ? 'stored' : null }, [
    apiKey ? `Logged in to ${url} (profile ${name})` : `Stored ${url}, which needs no key (profile ${name})`,
  ])
  if (io.env['TESTCTL_API_KEY']) await printer.note('TESTCTL_API_KEY is set and overrides the stored key.')
  await noteOverrides(context, { url })
}

/** Returns the address from `--url`, TESTCTL_URL or the profile; undefined if testctl has to ask for it. */
const chooseAddress = (context: Context, typed: string | undefined, stored: string | undefined): string | undefined => {
  const { cwd, env } = context.io
  if (typed !== undefined) return parseServiceAddress(completeAddress(typed), { cwd, origin: '--url' })
  if (stored !== undefined && context.flags().profile) return stored
  const named = fromEnvironment(env, 'url')
  if (named) return parseServiceAddress(named.value, { cwd, origin: named.origin })
  if (stored !== undefined) return stored
  if (canAsk(context)) return undefined
  throw new UsageError('no service is named', {
    hint: `with the key in a file: ${fromFile(context.io, 'key.txt', 'testctl auth login --url https://tests.example.com --with-key')}`,
  })
}

const askAddress = (context: Context): Promise<string> =>
  askUntil(context, async () => {
    const answer = await ask(context.io, 'Address of the service (https://…, or file:./team.db): ')
    const url = parseServiceAddress(completeAddress(answer), { cwd: context.io.cwd, origin: 'the answer' })
    await hideTyping(context.io, () => tryAddress(context, url), { thenShown: true })
    return url
  })

/** Checks that a service answers at an address; throws if not. It is asked without a key, so a refusal counts as an answer. */
const tryAddress = async (context: Context, url: string): Promise<void> => {
  if (isFileAddress(url)) return
  const api = await context.connectTo({ url })
  await api.projects.list({ limit: 1 }).catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw aboutAddress(error, url)
  })
}

/** Rewrites the hint of an error for an address that was just typed: it must not name a variable, and may suggest TLS. */
const aboutAddress = (error: unknown, url: string): unknown => {
  const known = [UnavailableError, InterfaceError, RejectedError].find((kind) => error instanceof kind)
  if (!known) return error
  const { message, details } = error as UnavailableError
  const hint = mayNeedTls(error as UnavailableError, url)
    ? `does it speak TLS? then: --url ${url.replace(/^http:/i, 'https:')}`
    : details.hint?.replace(/\bTESTCTL_URL\b/, 'the address').replace(/\? testctl config list.*/, '?')
  return new known(message, { ...details, hint })
}

/** Whether the failure over http: is typical of a server that expects https:. `localhost` is completed to http:. DECISIONS 524 */
const mayNeedTls = ({ cause, status }: UnavailableError, url: string): boolean =>
  /^http:/i.test(url) &&
  (status === 400 ||
    ['UND_ERR_SOCKET', 'ECONNRESET', 'NOT_HTTP'].includes((cause as { code?: string } | undefined)?.code ?? ''))

/** Reads the key from stdin or asks for it, and returns it once the service has accepted it. */
const findKey = async (
  context: Context,
  { url, wasTried, withKey }: LoginFlags & { url: string; wasTried: boolean },
): Promise<string> => {
  const { io } = context
  const line = fromFile(io, 'key.txt', `testctl auth login --url ${quoteWordFor(io, url)} --with-key`)
  const hint = `with the key in a file: ${line}`
  const checked = async (key: string): Promise<string> => {
    const where = `${url.replace(/\/+$/, '')}/settings/keys`
    const refused = {
      refused: `${url} refused the key; it was not stored`,
      hint: `a service of testctl shows its keys at ${where}`,
    }
    await checkKey(context, { url, key }, refused).catch((error: unknown) => {
      throw aboutAddress(error, url)
    })
    return key
  }
  if (withKey && io.stdin.isTTY) throw new UsageError('--with-key reads the key from a file or a pipe', { hint })
  if (withKey) return checked(parseKey(await readTextFile(io, '-'), 'stdin'))
  if (!canAsk(context)) throw new UsageError('cannot ask for the key here', { hint })
  if (!wasTried) await hideTyping(io, () => tryAddress(context, url))
  return askUntil(context, async () => {
    const key = parseKey(await askHidden(io, `Key for ${url} (hidden): `), 'the prompt')
    return hideTyping(io, () => checked(key))
  })
}
