import { type ResultName, results } from '../../src/contract/vocabulary.ts'

type Test = { number: number; name: string; case: number; result: ResultName; assignedTo: string }
type Run = { number: number; name: string; tests: Test[] }

/** Models a project with plain arrays, as the simplest reference for a store. Identifies cases by number. */
export const createModel = () => {
  const last = { cases: 0, runs: 0, tests: 0 }
  let cases: { number: number; name: string }[] = []
  let runs: Run[] = []

  const place = (run: Run, numbers: readonly number[]) => {
    for (const number of new Set(numbers)) {
      const from = cases.find((one) => one.number === number)
      if (!from || run.tests.some((test) => test.case === number)) continue
      run.tests.push({ number: ++last.tests, name: from.name, case: number, result: 'untested', assignedTo: '' })
    }
  }
  const testsOf = () => runs.flatMap(({ tests }) => tests)

  return {
    createCase: (name: string) => cases.push({ number: ++last.cases, name }),
    renameCase: (number: number, name: string) => {
      for (const one of cases) if (one.number === number) one.name = name
    },
    deleteCase: (number: number) => (cases = cases.filter((one) => one.number !== number)),
    hasCases: (numbers: readonly number[]) => numbers.every((number) => cases.some((one) => one.number === number)),
    createRun: (name: string, numbers: readonly number[]) => {
      const run = { number: ++last.runs, name, tests: [] }
      runs.push(run)
      place(run, numbers)
    },
    changeRun: (number: number, add: readonly number[], remove: readonly number[]) => {
      const run = runs.find((one) => one.number === number)
      if (!run) return
      place(run, add)
      run.tests = run.tests.filter((test) => !remove.includes(test.case))
    },
    deleteRun: (number: number) => (runs = runs.filter((one) => one.number !== number)),
    setTest: (number: number, change: Partial<Pick<Test, 'result' | 'assignedTo'>>) => {
      for (const test of testsOf()) if (test.number === number) Object.assign(test, change)
    },
    deleteTest: (number: number) => {
      for (const run of runs) run.tests = run.tests.filter((test) => test.number !== number)
    },
    /** Returns everything in the form that the interface shows. */
    shown: () => ({
      cases: cases.map(({ number, name }) => [number, name]),
      runs: runs.map(({ number, name, tests }) => ({
        number,
        name,
        results: {
          total: tests.length,
          ...Object.fromEntries(results.map((one) => [one, tests.filter(({ result }) => result === one).length])),
        },
        tests: tests.map((test) => [test.number, test.name, test.result, test.assignedTo]),
      })),
    }),
  }
}
