import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until a process sleeps in its event loop: its program has started, and has handled every signal sent before.
 * Only Linux shows this; on other systems it waits a second.
 */
export const untilIdle = async (pid: number | undefined): Promise<void> => {
  for (;;) {
    const place = await readFile(`/proc/${pid}/wchan`, 'utf8').catch(() => undefined)
    if (place === undefined) return void (await sleep(1000))
    if (/epoll|ep_poll/.test(place)) return
    await sleep(10)
  }
}
