import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from '../../src/completions/scripts.ts'

const folder = resolve(import.meta.dirname, '../../completions')

// `npm test -- -u` writes them anew.
for (const [shell, file] of Object.entries({ bash: 'testctl.bash', zsh: '_testctl', fish: 'testctl.fish' } as const))
  test(`completions/${file} is what testctl completion ${shell} prints`, async () => {
    await expect(scripts[shell as keyof typeof scripts]).toMatchFileSnapshot(resolve(folder, file))
  })
