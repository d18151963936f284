import { UnauthorizedError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import { originOfAddress } from './address.ts'
import { parseKey } from './key.ts'
import { readKeyFile } from './key-file.ts'
import type { ChosenProfile } from './profiles/index.ts'
import { fromEnvironment, profileOrigin } from './sources.ts'
import type { Setting } from './setting-values.ts'

/** A key that may be used, and the address that is set beside it: the key goes to no other origin. */
type Candidate = Setting & { address: string | undefined }

/**
 * Returns the key for an address. `profileFirst` is true if a flag named the profile, which then goes before the environment. Throws an
 * UnauthorizedError if there are only keys for other services, which are not sent. DECISIONS 24
 */
export const chooseKey = async (
  address: string | undefined,
  from: { env: Io['env']; cwd: string; profile: () => Promise<ChosenProfile | undefined>; profileFirst: boolean },
): Promise<Setting | undefined> => {
  const environment = () => keyOfEnvironment(from.env, from.cwd)
  const profile = async () => keyOfProfile(await from.profile())
  let elsewhere: Candidate | undefined
  for (const look of from.profileFirst ? [profile, environment] : [environment, profile]) {
    const candidate = await look()
    if (!candidate) continue
    if (belongs(candidate, address)) return { value: candidate.value, origin: candidate.origin }
    elsewhere ??= candidate
  }
  if (!elsewhere) return undefined
  throw new UnauthorizedError(
    `the key of ${elsewhere.origin} belongs to ${originOf(elsewhere.address)} and is not sent to ${originOf(address)}`,
    { hint: `testctl auth login --url ${address}` },
  )
}

const keyOfEnvironment = async (env: Io['env'], cwd: string): Promise<Candidate | undefined> => {
  const address = fromEnvironment(env, 'url')?.value
  if (env['TESTCTL_API_KEY']) {
    const origin = 'TESTCTL_API_KEY'
    return { value: parseKey(env[origin] ?? '', origin), origin, address }
  }
  const file = env['TESTCTL_API_KEY_FILE']
  if (!file) return undefined
  const origin = 'TESTCTL_API_KEY_FILE'
  return { value: await readKeyFile(file, { cwd, origin }), origin, address }
}

const keyOfProfile = (chosen: ChosenProfile | undefined): Candidate | undefined => {
  if (chosen?.profile.apiKey === undefined) return undefined
  const origin = profileOrigin(chosen.value)
  return { value: parseKey(chosen.profile.apiKey, origin), origin, address: chosen.profile.url }
}

const belongs = (candidate: Candidate, address: string | undefined): boolean =>
  candidate.address === undefined || address === undefined || originOf(candidate.address) === originOf(address)

const originOf = (address: string | undefined): string | undefined => address && originOfAddress(address)
