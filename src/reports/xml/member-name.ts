/** The name of a test without its class before it, where a report of .NET names both in one: `Shop.Cart.Adds(1)` of `Shop.Cart`. */
export const memberName = (name: string, classname: string | undefined): string =>
  classname && name.startsWith(`${classname}.`) && name.length > classname.length + 1
    ? name.slice(classname.length + 1)
    : name
