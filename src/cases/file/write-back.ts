import { basename } from 'node:path'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import { canonicalJson } from '../../contract/precondition/canonical-json.ts'
import type { CaseEntry } from '../case-content.ts'
import type { WriteBack } from '../import/write-back.ts'
import type { FileCase } from './form.ts'
import { type FileState, type FileTarget, type KeyedEntry, textOf } from './read.ts'

type Written = Omit<FileCase, 'line'>

/**
 * Collects all changes, and writes the file once, at the end; until then the journal has them. So the file is at any moment
 * either the old or the new one. DECISIONS 204
 */
export const fileWriteBack = (state: FileState, target: FileTarget): WriteBack => {
  const changed = new Map<string, Written | undefined>()
  const added: Written[] = []
  const keyOf = (entry: CaseEntry): string => (entry as KeyedEntry).key
  return {
    identify: async (entry, identifier) => void changed.set(keyOf(entry), { content: entry.content, identifier }),
    replace: async (entry, content, identifier) => void changed.set(keyOf(entry), { content, identifier }),
    remove: async (entry) => void changed.set(keyOf(entry), undefined),
    add: async ({ content, identifier }) => {
      added.push({ content, identifier })
      return basename(target.path)
    },
    finish: async () => {
      if (changed.size === 0 && added.length === 0 && state.text !== undefined) return
      const kept = state.entries.flatMap((entry): Written | [] =>
        changed.has(entry.key)
          ? (changed.get(entry.key) ?? [])
          : { content: entry.content, identifier: entry.identifier, covers: entry.covers },
      )
      await writeCases(state, target, [...kept, ...added.sort(byNumber)])
    },
  }
}

const writeCases = async ({ text }: FileState, target: FileTarget, cases: readonly Written[]): Promise<void> => {
  const { name, path, form } = target
  const written = form.write(cases, text)
  if (written === text) return
  checkWritten(
    cases,
    form.read(
      Buffer.from(written)
        .toString()
        .replace(/^\ufeff/, ''),
    ).cases,
    name,
  )
  if (textOf(target) !== text)
    throw new UsageError(`${name} was changed meanwhile and is left as it is`, { hint: 'run it again' })
  // A signal of its own: what the service has answered is recorded even if the user stops the command.
  await writeUserFile([written], { path, name, stop: new AbortController().signal })
}

/** Throws a UsageError before anything is written if the format cannot hold a text, such as half of a surrogate pair. */
const checkWritten = (wanted: readonly Written[], read: readonly Written[], name: string): void => {
  const plain = (one: Written | undefined) => canonicalJson([one?.content, one?.identifier])
  const lost = wanted.find((one, at) => plain(one) !== plain(read[at]))
  if (!lost && wanted.length === read.length) return
  throw new UsageError(
    `${name} cannot hold ${lost?.identifier ?? lost?.content.name ?? 'these cases'} as it is; nothing was written`,
    { hint: 'a file that ends in .ndjson holds every text' },
  )
}

const byNumber = (one: Written, other: Written): number => numberOf(one) - numberOf(other)
const numberOf = ({ identifier }: Written): number => parseIdentifier(identifier ?? '')?.displayId ?? 0
