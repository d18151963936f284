import type { Context } from '../../composition/context.ts'
import { type PlainSetting, plainSettings } from '../../config/setting-values.ts'

/**
 * Tells the user on a terminal which variable or file overrides settings of a profile that was just stored or chosen. With a
 * forgotten variable, the next command would change another service. DECISIONS 355
 */
export const noteOverrides = async (
  context: Context,
  stored: { [name in PlainSetting]?: string | undefined },
): Promise<void> => {
  const printer = await context.ownPrinter()
  for (const name of plainSettings.filter((one) => stored[one] !== undefined)) {
    // The setting is stored already: a broken variable or file must not fail the command now.
    const setting = await context.settings.find(name).catch(() => undefined)
    if (setting && setting.value !== stored[name] && !/^(profile |--|default$)/.test(setting.origin))
      await printer.note(`${setting.origin} overrides the ${name} of the profile: ${setting.value}`)
  }
}
