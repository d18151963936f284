/** An event of `go test -json`; a missing field is empty. */
export type GoEvent = {
  action: string
  package: string
  test: string
  output: string
  seconds: number | undefined
  failedBuild: string
  importPath: string
  key: string
  value: string
}
