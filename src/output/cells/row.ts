/** A resource as the service sent it, unknown fields included, with the computed `identifier` first where it is known. */
export type Resource = Readonly<Record<string, unknown>>
