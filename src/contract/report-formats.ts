/** The report formats: the word that `--format` takes, and the name of the format; the most common first. */
export const formatNames = {
  junit: 'JUnit XML',
  ctrf: 'CTRF',
  tap: 'TAP',
  playwright: 'Playwright JSON',
  jest: 'Jest or Vitest JSON',
  mocha: 'Mocha JSON',
  mochawesome: 'mochawesome JSON',
  gotest: 'go test -json',
  libtest: 'cargo test JSON',
  trx: 'TRX',
  xunit: 'xUnit.net XML',
  nunit: 'NUnit XML',
  testng: 'TestNG XML',
  robot: 'Robot Framework XML',
  'robot-json': 'Robot Framework JSON',
  cucumber: 'Cucumber JSON',
  'cucumber-messages': 'Cucumber messages',
  allure: 'Allure results',
  gtest: 'GoogleTest JSON',
  ctest: 'CTest XML',
  meson: 'Meson JSON',
  cppunit: 'CppUnit XML',
  cunit: 'CUnit XML',
  doctest: 'doctest XML',
  rspec: 'RSpec JSON',
  newman: 'Newman JSON',
  dart: 'Dart or Flutter JSON',
  sonar: 'SonarQube generic XML',
  ndjson: 'NDJSON',
} as const

/** A word that `--format` takes. */
export type FormatKey = keyof typeof formatNames

/** All words that `--format` takes. */
export const reportFormats = Object.keys(formatNames) as readonly FormatKey[]
