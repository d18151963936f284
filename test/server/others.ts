import { expect } from 'vitest'

/** Others are served while one misbehaves: so many reads, one after another. */
export const areServed = async (times: number, read: () => Promise<{ status: number }>) => {
  for (let time = 0; time < times; time++) expect((await read()).status).toBe(200)
}
