import { truncate } from '../../../platform/database/query/stored-text.ts'

/** The length of the column. */
const MAX_CHARACTERS = 2048
/** Between the fields. A search that contains it finds nothing, because it would match across fields. */
export const SEPARATOR = '\n'

interface SearchedFields {
  readonly username: string
  readonly nickName?: string | undefined
  readonly email?: string | undefined
}

/**
 * Returns a text without accents and differences in case, so that a search for "emile" finds "Émile". A Greek sigma is the
 * same at the end of a word, where it has another lower case.
 */
export function foldForSearch(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

/** Returns the text in which a user is searched: the folded username, name and e-mail address. */
export function searchTextOf({ username, nickName = '', email = '' }: SearchedFields): string {
  return truncate([username, nickName, email].map(foldForSearch).join(SEPARATOR), MAX_CHARACTERS)
}

/** Returns the folded username of a search text. */
export function foldedNameIn(searchText: string): string {
  return searchText.slice(0, searchText.indexOf(SEPARATOR))
}
