import { NotFoundError } from '../../errors.ts'

/** The run of a submission was deleted while its results were being set. */
export class RunGoneError extends NotFoundError {
  constructor(cause: NotFoundError) {
    super('the test run is not there any more', { hint: anew, status: cause.status, cause })
  }
}

/** The advice then: nothing can be sent to that run. */
export const anew = 'the run was deleted: submit the reports again, to another run or with --name to a new one'

/** Whether one of these errors says that the run is gone. */
export const isRunGone = (errors: readonly unknown[]): boolean => errors.some((error) => error instanceof RunGoneError)
