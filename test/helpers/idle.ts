import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until a process sleeps in its event loop: its program runs, and has heard every signal that it was sent before.
 * Where the system does not tell (only Linux does), it gives the process a second.
 */
export const untilIdle = async (pid: number | undefined): Promise<void> => {
  for (;;) {
    const place = await readFile(`/proc/${pid}/wchan`, 'utf8').catch(() => undefined)
    if (place === undefined) return void (await sleep(1000))
    if (/epoll|ep_poll/.test(place)) return
    await sleep(10)
  }
}
