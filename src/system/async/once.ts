/** Makes something on first use and keeps it: the same object, or the same promise, for everybody who asks. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
