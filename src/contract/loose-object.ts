import * as z from 'zod/mini'

type Loose<Shape extends z.core.$ZodLooseShape> = ReturnType<typeof z.looseObject<Shape>>

/** Like `z.looseObject`, but shares one catch-all schema: zod makes a new one for each object, and a command has nine of them. */
export const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape): Loose<Shape> => {
  anything ??= z.unknown()
  return new z.ZodMiniObject({ type: 'object', shape, catchall: anything }) as Loose<Shape>
}
let anything: z.ZodMiniUnknown | undefined
