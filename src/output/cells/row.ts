/** A resource as the service sent it, unknown fields included, with the computed `identifier` first where it is known. */
export type Row = Readonly<Record<string, unknown>>
