import { expect } from 'vitest'

/** Checks that `times` reads in a row succeed, while another client misbehaves. */
export const areServed = async (times: number, read: () => Promise<{ status: number }>) => {
  for (let time = 0; time < times; time++) expect((await read()).status).toBe(200)
}
