import { firstLine } from '../text/first-line.ts'
import { ownOutputOf, statusIn } from './output.ts'
import type { GoPackage } from './running.ts'

/** Returns why a package failed, if no failed test says so. `failedBuild`: the build that failed, with the compiler's first message. */
export const packageFailure = (
  { output }: GoPackage,
  failedBuild: { message: string | undefined } | undefined,
): string => {
  const isUnbuilt = failedBuild || /\[(?:build|setup) failed\]/.test(output.first.join(''))
  const reason = isUnbuilt ? 'the package was not built' : 'the package failed outside of its tests'
  const problem = failedBuild
    ? failedBuild.message
    : ownOutputOf(output)
        .replace(/^PASS$/m, '')
        .trim() || statusIn(output)
  return problem ? `${reason}: ${firstLine(problem)}` : reason
}
