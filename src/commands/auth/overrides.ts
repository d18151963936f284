import type { Context } from '../../composition/context.ts'
import { type PlainSetting, plainSettings } from '../../config/setting-values.ts'

/**
 * Says on a terminal what goes before settings of a profile that were just stored, or chosen: who forgot a variable would change
 * another service. DECISIONS 355
 */
export const noteOverrides = async (
  context: Context,
  stored: { [name in PlainSetting]?: string | undefined },
): Promise<void> => {
  const printer = await context.ownPrinter()
  for (const name of plainSettings.filter((one) => stored[one] !== undefined)) {
    // What was stored is stored, whatever is wrong with a variable or a file.
    const setting = await context.settings.find(name).catch(() => undefined)
    if (setting && setting.value !== stored[name] && !/^(profile |--|default$)/.test(setting.origin))
      await printer.note(`${setting.origin} overrides the ${name} of the profile: ${setting.value}`)
  }
}
