/** Removes the class from the name of a test, if a report of .NET has both in one: `Shop.Cart.Adds(1)` of `Shop.Cart`. */
export const memberName = (name: string, classname: string | undefined): string =>
  classname && name.startsWith(`${classname}.`) && name.length > classname.length + 1
    ? name.slice(classname.length + 1)
    : name
