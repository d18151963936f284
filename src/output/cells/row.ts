/** A resource as the service sent it, unknown fields included, with the computed `identifier` first if it is known. */
export type Resource = Readonly<Record<string, unknown>>
