import type { Api, CreateOptions } from '../../contract/index.ts'
import type { Noun } from '../../contract/vocabulary.ts'
import { NotFoundError } from '../../errors.ts'

/** A call of the service and its answer; undefined if the service answered that it was not found. */
export type RecordedCall = { noun: Noun; verb: string; values: CallFields; answer: CallFields | undefined }
export type CallFields = Readonly<Record<string, unknown>>

type Call = (values: CallFields, options?: CreateOptions) => Promise<CallFields>

/** Wraps an Api and reports every answer to `note`; never delays or fails a call. */
export const noting = (api: Api, note: (call: RecordedCall) => void): Api => {
  // Not by createApi: the contract would be loaded at every start.
  const noted: Record<string, Record<string, unknown>> = {}
  for (const [noun, verbs] of Object.entries(api)) {
    noted[noun] = {}
    for (const [verb, call] of Object.entries(verbs) as [string, Call][])
      noted[noun][verb] = (values: CallFields, options?: CreateOptions) => {
        const answered = call(values, options)
        const tell = (answer: CallFields | undefined) => {
          try {
            note({ noun: noun as Noun, verb, values, answer })
          } catch {
            // Tab does not offer what is not noted; nothing else depends on it.
          }
        }
        answered.then(tell, (error: unknown) => error instanceof NotFoundError && tell(undefined))
        return answered
      }
  }
  return noted as unknown as Api
}
