export { findFeatures, findOtherForms, isAboutRepository, isFolder, namesIn } from './folder/find.ts'
export { formOf } from './file/forms.ts'
export { readPiped } from './file/read.ts'
export { formIn } from './file/recognise.ts'
export { beginsAsCase } from './markdown/read.ts'
export { isUnread, type FolderCases } from './folder/read.ts'
export { writeCases } from './folder/write.ts'
export { type AppliedImport, countWork } from './import/apply.ts'
export { settleDeleted, withDeletedSources } from './import/deleted-sources.ts'
export { carryOutImport, type ImportOptions, prepareImport, type Prepared } from './import/index.ts'
export { stateFilesFor } from './import/state-files.ts'
export type { Doubled } from './plan/by-source.ts'
export { checkChoices } from './plan/check-choices.ts'
export { type ConflictChoices, parseChoice, readChoices } from './plan/choice.ts'
export { conflictsOf, type CasePlan } from './plan/index.ts'
export { agrees, countPlan, exportCounts, exportLine, casePlanLine, planAsDone } from './plan/lines.ts'
export { refusedIn } from './plan/refused.ts'
export type { FileProblem } from './problem.ts'
export { readServiceCases } from './service-cases.ts'
export {
  type CaseSource,
  openCaseSources,
  fileSource,
  findExportedFolders,
  folderSource,
  projectsKept,
} from './sources.ts'
export { lockFiles, makeCaseFolder } from './folder/lock.ts'
export { detailsOf } from './plan/details.ts'
export { carryOutExport, type Exported, removable, withRestored } from './export/index.ts'
export { fileAdder } from './folder/write.ts'
export {
  beginDraft,
  type DraftSubject,
  type EditorDraft,
  type KeptDraft,
  dropDraft,
  keptDrafts,
  textOfDraft,
} from './editor/draft.ts'
export { readEdited, textToEdit, withMessage } from './editor/text.ts'
export { caseContentOf, fieldsOf } from './fields.ts'
export { compareCase } from './plan/compare.ts'
export { type CaseBase, readBase } from './base/index.ts'
export { baseLineOf } from './base/line.ts'
export { textOfField, wordDiff } from './plan/word-diff.ts'
export { updateOf } from './import/request.ts'
export { lintSource } from './lint/index.ts'
export { findingLines, toAnnotations, toSarif } from './lint/forms.ts'
export { type CaseFinding, lintServiceCases } from './lint/service.ts'
export type { LintFinding } from './lint/rules.ts'
