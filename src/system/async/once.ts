/** Creates a value on first use and keeps it: every caller gets the same object, or the same promise. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
