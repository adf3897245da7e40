/** Removes users and passwords from URLs in messages: all before the last `@` of a word. */
export const withoutCredentials = (text: string): string => text.replace(/\b(https?:\/\/)\S*@/gi, '$1***@');
