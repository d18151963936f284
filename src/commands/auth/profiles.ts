import type { Profile } from '../../config/profiles/file-format.ts'
import { missingProfile, namedProfile, profileName, profileOf } from '../../config/profiles/index.ts'
import type { Context } from '../../composition/context.ts'

/**
 * Returns the name of the profile to change: the one that was asked for, the current one, or `default`. Throws if the one
 * that was asked for does not exist.
 */
export const profileToChange = async (context: Context): Promise<string> => {
  const stored = (await context.storage()).read()
  const named = { flags: context.flags(), env: context.io.env }
  const { value: name } = profileName(named, stored)
  if (namedProfile(named) && !profileOf(stored, name)) throw missingProfile(name, stored)
  return name
}

/** Applies `change` to a stored profile, which is created if missing. It becomes the current one if there is none yet. */
export const changeProfile = async (
  context: Context,
  name: string,
  change: (profile: Profile) => Profile,
): Promise<void> => {
  const storage = await context.storage()
  await storage.update((stored) => ({
    ...stored,
    current: stored.current !== undefined && profileOf(stored, stored.current) ? stored.current : name,
    profiles: { ...stored.profiles, [name]: change(profileOf(stored, name) ?? {}) },
  }))
}
