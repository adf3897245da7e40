/** Text in which no URL shows a user or a password. Whatever stands before the last `@` of a word counts as theirs. */
export const withoutCredentials = (text: string): string => text.replace(/\b(https?:\/\/)\S*@/gi, '$1***@');
