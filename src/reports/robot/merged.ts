import type { Outcome } from '../outcome.ts'

/**
 * Reads the message of a test. `rebot --merge` joins the messages of all its runs: then the last one counts, and a test that passed
 * in the end and failed before is flaky. DECISIONS 487
 */
export const robotMessage = (message: string, result: Outcome['result']): Pick<Outcome, 'flaky' | 'messages'> => {
  // A message of any other form is shown as it is.
  const isMerged = merged.test(message) && message.includes('<span class="new-status">')
  const flaky = isMerged && result === 'passed' && message.includes(failedBefore)
  const shown = isMerged ? messageBehind(flaky ? oldMessage : newMessage, message) : message
  return { flaky, messages: (result !== 'passed' || flaky) && shown ? [{ message: shown, text: '' }] : [] }
}

const merged = /^\*HTML\* <span class="merge">T(?:est|ask) has been re-executed/
const failedBefore = '<span class="old-status">Old status:</span> <span class="fail">'
const oldMessage = '<span class="old-message">Old message:</span> '
const newMessage = '<span class="new-message">New message:</span> '

const messageBehind = (head: string, whole: string): string => {
  const [, behind = ''] = whole.split(head, 2)
  const [message = ''] = behind.split('<br><hr>', 1)
  return message
    .replace(/<br>$/, '')
    .replace(/&(lt|gt|amp);/g, (entity, name: string) => letters.get(name) ?? entity)
    .trim()
}

const letters = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])
