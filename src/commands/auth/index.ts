import type { Command } from 'commander'
import { isFileAddress } from '../../config/address.ts'
import { exposureOf } from '../../config/profiles/exposure.ts'
import type { Profile } from '../../config/profiles/file-format.ts'
import { missingProfile, profileOf, withoutField } from '../../config/profiles/index.ts'
import { findService } from '../../config/service.ts'
import type { Setting } from '../../config/setting-values.ts'
import type { Context } from '../../composition/context.ts'
import type { Holder } from '../../contract/holder.ts'
import { roles } from '../../contract/roles.ts'
import { checkKey } from './check-key.ts'
import { logIn, type LoginFlags } from './login.ts'
import { noteOverrides } from './overrides.ts'
import { changeProfile, profileToChange } from './profiles.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds the verbs of `auth`: the service, the key and the profiles. */
export const defineAuth = (group: Command, context: Context): void => {
  verb(group, 'login', {
    summary: 'Log in: check a key with the service, then store it with the address',
    changes: 'atOnce',
    prints: ['profile', 'url', 'key'],
    examples: [
      'testctl auth login',
      'testctl auth login --url https://tests.example.com --with-key < key.txt',
      'testctl auth login --url file:./team.db --profile local',
    ],
  })
    .option('--url <url>', 'address of the service (default TESTCTL_URL, or that of the profile)')
    .option('--with-key', 'read the key from stdin')
    .action((flags: LoginFlags) => logIn(context, flags))

  verb(group, 'status', {
    summary: 'Show the service and the key in use, and check the key',
    examples: ['testctl auth status', 'testctl auth status --json'],
  }).action(() => showStatus(context))

  verb(group, 'logout', {
    summary: 'Remove the stored key',
    changes: 'atOnce',
    prints: ['profile', 'removed'],
    examples: ['testctl auth logout', 'testctl auth logout --profile work'],
  }).action(() => logOut(context))

  const profiles = group.command('profile').description('Profiles: a service, its key and its defaults')
  verb(profiles, 'list', {
    summary: 'List the profiles',
    aliases: ['ls'],
    examples: ['testctl auth profile list', 'testctl auth profile list --json'],
  }).action(() => listProfiles(context))
  verb(profiles, 'use <name>', {
    summary: 'Switch to a profile',
    changes: 'atOnce',
    prints: ['profile'],
    examples: ['testctl auth profile use work'],
  }).action((name: string) => useProfile(context, name))
}

const showStatus = async (context: Context): Promise<void> => {
  const { io, settings } = context
  const { url, key } = await findService(context)
  if (key)
    await checkKey(
      context,
      { url: url.value, key: key.value },
      {
        refused: `${url.value} refused the key of ${key.origin}`,
        hint: replacingHint(key),
      },
    )
  const profile = (await settings.find('profile'))?.value ?? null
  const holder = await context.holder()
  const printer = await context.printer()
  const status = {
    url: url.value,
    from: url.origin,
    profile,
    key: key?.origin ?? null,
    accepted: key ? true : null,
    name: holder?.name ?? null,
    role: holder?.role ?? null,
  }
  await printer.answer(status, [
    `${url.value} (${url.origin})`,
    isFileAddress(url.value)
      ? `no key is needed; changes are made as ${holder?.name}`
      : `the key of ${key?.origin} is accepted${holder ? `: ${holderPhrase(holder)}` : ''}`,
  ])
  const exposure = exposureOf(io)
  if (exposure) await printer.warn(exposure)
}

/** Returns a hint on how to replace the key. A key in the environment overrides the one that `auth login` stores. */
const replacingHint = ({ origin }: Setting): string => {
  if (origin === 'TESTCTL_API_KEY') return 'set TESTCTL_API_KEY to a valid key, or unset it to use the stored one'
  if (origin === 'TESTCTL_API_KEY_FILE')
    return 'put a valid key into the file that TESTCTL_API_KEY_FILE names, or unset it to use the stored one'
  return 'testctl auth login'
}

/** Describes whose key it is, and what it may do: `ana (role writer: reads and changes everything)`. */
const holderPhrase = ({ name, role }: Holder): string =>
  role === undefined ? name : `${name} (role ${role}: ${roles[role]})`

const logOut = async (context: Context): Promise<void> => {
  const name = await profileToChange(context)
  const had = profileOf((await context.storage()).read(), name)?.apiKey !== undefined
  if (had) await changeProfile(context, name, (profile) => withoutField(profile, 'apiKey'))
  const message = had ? `Removed the key of the profile ${name}` : `The profile ${name} has no key`
  const printer = await context.ownPrinter()
  await printer.answer({ profile: name, removed: had }, [message])
  if (context.io.env['TESTCTL_API_KEY']) await printer.note('TESTCTL_API_KEY is still set.')
}

const listProfiles = async (context: Context): Promise<void> => {
  const { current, profiles } = (await context.storage()).read()
  const rows = Object.entries(profiles).map(([profile, { url, apiKey, project }]) => ({
    profile,
    url: url ?? '',
    key: apiKey === undefined ? '' : 'stored',
    project: project ?? '',
    current: profile === current,
  }))
  await (await context.printer()).table(['profile', 'url', 'key', 'project', 'current'], rows)
}

const useProfile = async (context: Context, name: string): Promise<void> => {
  const storage = await context.storage()
  let chosen: Profile = {}
  await storage.update((stored) => {
    const found = profileOf(stored, name)
    if (!found) throw missingProfile(name, stored)
    chosen = found
    return { ...stored, current: name }
  })
  const printer = await context.ownPrinter()
  await printer.answer({ profile: name }, [`Using the profile ${name}`])
  const other = context.io.env['TESTCTL_PROFILE']
  if (other && other !== name) await printer.note(`TESTCTL_PROFILE overrides it: ${other}`)
  else await noteOverrides(context, { url: chosen.url, project: chosen.project })
}
