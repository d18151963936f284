import type { Printer } from './printer.ts'

/** What each form of an answer has its own way of writing. */
export type Form = Pick<Printer, 'list' | 'item' | 'changed' | 'table' | 'answer'> & Partial<Pick<Printer, 'document'>>
