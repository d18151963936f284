import { copyText } from '../interning.ts'
import { memberName } from '../xml/member-name.ts'
import type { Outcome, Property } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

type Definition = { classname: string | undefined; properties: Property[] | undefined }

/** Collects the `TestDefinitions` of a TRX file by the id of the test: the class, categories as tags, properties, work items. */
export const createDefinitions = () => {
  const definitions = new Map<string, Definition>()
  let definition = nothing()
  let key = ''
  return {
    /** Takes an element of the definitions that has been closed. */
    read: ({ name, attributes, text }: Element, within: readonly Element[]): void => {
      const tell = (property: string, value: string | undefined) => {
        if (property && value) (definition.properties ??= []).push({ name: property, value: copyText(value.trim()) })
      }
      if (name === 'TestMethod') definition.classname = classOf(attributes['className'])
      else if (name === 'TestCategoryItem') tell('tag', attributes['TestCategory'])
      else if (name === 'Workitem') tell('workitem', text)
      else if (name === 'Key') key = copyText(text.trim())
      else if (name === 'Value') tell(key, text)
      else if (within.at(-1)?.name === 'TestDefinitions') {
        if (attributes['id']) definitions.set(copyText(attributes['id'].toLowerCase()), definition)
        definition = nothing()
      }
    },
    /** Adds the definition of its test to an outcome, in place, and returns the outcome. */
    define: (outcome: Outcome, id: string): Outcome => {
      const { classname, properties = none } = definitions.get(id.toLowerCase()) ?? nothing()
      return Object.assign(outcome, { name: memberName(outcome.name, classname), classname, properties })
    },
  }
}

const nothing = (): Definition => ({ classname: undefined, properties: undefined })
const none: readonly Property[] = []

// Older versions write the assembly after the class: `Shop.CartTests, Shop.Tests, Version=1.0.0.0`.
const classOf = (written = ''): string | undefined => {
  const end = written.indexOf(', ', written.lastIndexOf(']') + 1)
  return copyText((end < 0 ? written : written.slice(0, end)).trim()) || undefined
}
